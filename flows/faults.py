"""What can end a command, by who has to act; all of it says itself in one sentence."""

from flows.config_file import ConfigError
from flows.prefect_server import ServerFailed
from formats.csv_intents import CsvError
from formats.lucid import LucidError
from formats.services import ServicesError
from formats.sgd import SgdError
from formats.tools.reading import ToolsError
from review.sheet import ReviewError
from runtime.errors import GatewayError
from runtime.files import StorageFailure
from runtime.prompts import PromptError


class RunRefused(ConfigError):
    """The run cannot be made or gone on with as asked."""


class ZeroYield(Exception):
    """Nothing at all could be made; the message says what stopped it."""


class BrokenRun(Exception):
    """The pipeline broke its own contract; the message says where."""


USAGE = (
    ConfigError,
    ServicesError,
    LucidError,
    ToolsError,
    CsvError,
    SgdError,
    ReviewError,
    PromptError,
)
"""The user's to mend before anything is spent."""

BROKEN = (GatewayError, StorageFailure, ServerFailed, ZeroYield, BrokenRun)
"""The run could not go on; what is done is kept."""
