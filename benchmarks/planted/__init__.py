"""Faults planted into good dialogues, one at a time: what the validation ladder is measured with.

Nothing here imports a check. A planted dialogue is run through the world again, so that its
signals, state, hashes and labels fit each other: only the words, the plan or the world give the
fault away.
"""
