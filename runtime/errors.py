"""What can go wrong between us and a model, told apart by who has to act."""


class GatewayError(Exception):
    """Ends the run; its message is one sentence that says what to do."""


class FatalModelError(GatewayError):
    """A model cannot be used as configured: wrong key, unknown model, no price, no endpoint."""


class ModelUnavailable(FatalModelError):
    """A model's endpoint did not answer after all attempts; the run can be resumed later."""


class BudgetExhausted(GatewayError):
    """The next call might pass `limits.max_cost_usd`."""


class CallError(Exception):
    """A request that brought no reply. The gateway handles it; stages never see one."""


class TransientError(CallError):
    """May pass by itself: rate limits, timeouts, server faults, dropped connections.

    Attributes:
        retry_after: Seconds the endpoint asked us to wait, None where it did not say.
        rate_limited: True for a 429.
    """

    def __init__(
        self, message: str, *, retry_after: float | None = None, rate_limited: bool = False
    ) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.rate_limited = rate_limited


class ContextOverflow(CallError):
    """The prompt does not fit the model; another model may take it."""


class BadRequest(CallError):
    """The endpoint refuses this request and will refuse it again.

    Attributes:
        param: The parameter it complains about, empty where it names none.
    """

    def __init__(self, message: str, *, param: str = "") -> None:
        super().__init__(message)
        self.param = param


class Refused(CallError):
    """A content filter or policy stopped the request."""
