"""Models in files on this machine, served by llama.cpp on loopback as long as a run needs them."""
