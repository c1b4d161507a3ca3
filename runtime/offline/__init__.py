"""The offline model: a template simulator that answers every call of the pipeline.

It is no language model. It sees exactly what a call's prompt is rendered from: the user's words
are made of templates, and the system understands them again by the same templates, without the
plan. Equal inputs and seeds give equal replies. It serves first runs, tests and demos; its
agreement with itself says nothing about quality.
"""

from runtime.offline.dispatch import UnknownCall, mislabelled_reply, noisy_reply, reply

__all__ = ["UnknownCall", "mislabelled_reply", "noisy_reply", "reply"]
