"""Call a function of a submission in worker processes; a lost process is replaced."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from time import monotonic

from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.load_client import LoadLost, NotStarted
from textbook_ml.grading.runner.process import AnswerTimeout, ProcessLost, ProtocolViolation
from textbook_ml.grading.runner.process_pool import ProcessPool
from textbook_ml.grading.runner.session import AskReference, CallAnswer, CallSession, call_session
from textbook_ml.grading.runner.submission_source import SubmissionCode
from textbook_ml.questions.framework.forms import FUNCTION, Form
from textbook_ml.questions.framework.judge import Case

STARTS = 3  # attempts to start a worker process
CHANCES = 3  # number of processes that may be lost on cases that succeed when run alone


class Runner:
    """One function of a submission; it may be called until `end` on the monotonic clock."""

    process_pool: ProcessPool
    source: SubmissionCode
    end: float
    function: str
    form: Form
    until: int | None
    compiled: str
    given: tuple[str, ...]
    ask_reference: AskReference | None
    child: ExitStack
    limits: Limits
    output: str
    batch = 0  # the usual number of edited functions in one request

    def __init__(
        self,
        process_pool: ProcessPool,
        source: SubmissionCode,
        limits: Limits,
        end: float,
        *,
        function: str,
        form: Form = FUNCTION,
        until: int | None,
        compiled: str = "",
        given: tuple[str, ...] = (),
        ask_reference: AskReference | None = None,
    ) -> None:
        self.process_pool, self.source, self.limits = process_pool, source, limits
        self.end, self.function, self.form, self.until = end, function, form, until
        self.compiled, self.given, self.ask_reference = compiled, given, ask_reference
        self.child, self.output = ExitStack(), ""
        self.asked: set[str] = set()  # the functions of `given` that the function has called
        self.session: CallSession | None = None

    def __enter__(self) -> "Runner":
        return self

    def __exit__(self, *error: object) -> None:
        self.drop()

    def ask_all(self, cases: Sequence[Case]) -> tuple[list[CallAnswer], ProcessLost | None]:
        """Return the answers up to the first case that ends the process even when run alone."""
        answers: list[CallAnswer] = []
        chances = CHANCES
        while len(answers) < len(cases):
            try:
                for answer in self.present().ask(cases[len(answers) :], self.ask_reference):
                    answers.append(answer)
            except ProcessLost as lost:
                self.drop()
                chances -= 1
                if chances < 0 or isinstance(lost, ProtocolViolation):
                    return answers, lost
                try:
                    answers.append(self.ask_alone(cases[len(answers)]))
                except ProcessLost as again:
                    self.drop()
                    return answers, again
        return answers, None

    def ask_alone(self, case: Case) -> CallAnswer:
        """Run one case in a new process with twice the time."""
        usual = self.limits
        self.limits = usual.with_doubled_time()
        try:
            return self.present().ask_one(case, self.ask_reference)
        finally:
            self.limits = usual

    def ask_each(self, cases: Sequence[Case]) -> Iterator[CallAnswer]:
        """Yield the answers one by one; raise `ProcessLost` if the process is lost."""
        yield from self.present().ask(cases, self.ask_reference)

    def ask(self, case: Case) -> CallAnswer:
        """Run one case in the current process."""
        return self.present().ask_one(case, self.ask_reference)

    def present(self) -> CallSession:
        """Return the current session, or start a new one."""
        if self.session is None:
            self.session = self._new_session()
        return self.session

    def extend(self, end: float) -> None:
        """Allow calls until another time; an answer may still take only the time of one call."""
        self.end = end
        if self.session is not None:
            self.session.until = end

    def drop(self) -> None:
        """End the current process."""
        last, self.session = self.session, None
        self.child.close()
        if last is not None:  # all output has been read when the process has ended
            self.output = last.child.output or self.output

    def _new_session(self) -> CallSession:
        for attempt in range(STARTS):
            left = self.end - monotonic()
            if left <= 0:
                raise AnswerTimeout
            context = call_session(
                self.process_pool, self.source, self.limits, left,
                function=self.function, form=self.form, given=self.given, until=self.until,
                compiled=self.compiled,
            )  # fmt: skip
            try:
                return self.child.enter_context(context)
            except NotStarted:
                if attempt == STARTS - 1:
                    raise
            except LoadLost as lost:
                raise lost.cause from None
        raise AssertionError("the last attempt raises")
