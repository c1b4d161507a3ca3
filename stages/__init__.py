"""The pipeline's steps, pure, in the order in which a dialogue passes them."""
