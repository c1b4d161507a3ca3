"""Schema-Guided Dialogue in and out: schema.json, and dialogues_*.json with their replay."""

from formats.sgd.compare import Contradiction
from formats.sgd.examples import with_examples
from formats.sgd.exporting import sgd_dataset, write_dialogue
from formats.sgd.importing import SGD_CLOCK, Imported, read_dialogue
from formats.sgd.records import SgdError
from formats.sgd.schema import ORIGIN, read_schema, write_schema

__all__ = [
    "ORIGIN",
    "SGD_CLOCK",
    "Contradiction",
    "Imported",
    "SgdError",
    "read_dialogue",
    "read_schema",
    "sgd_dataset",
    "with_examples",
    "write_dialogue",
    "write_schema",
]
