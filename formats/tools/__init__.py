"""Function tools in and out: OpenAI's, Anthropic's and MCP's.

`read_tools` reads a file into services; `chat_tool` and `call_arguments` give back tools and
calls as the tools' own schemas have them.
"""

from formats.tools.arguments import call_arguments, faults, result_object
from formats.tools.definitions import chat_tool, imported_tools, tool_of
from formats.tools.parameters import Note
from formats.tools.reading import ToolsError
from formats.tools.services import Imported, Overrides, Refusal, read_tools

__all__ = [
    "Imported",
    "Note",
    "Overrides",
    "Refusal",
    "ToolsError",
    "call_arguments",
    "chat_tool",
    "faults",
    "imported_tools",
    "read_tools",
    "result_object",
    "tool_of",
]
