"""The simulated assistant: program language, executor, entity store, alignment, replay."""
