"""What is known of one model and of how its questions went: what results, signatures and notices say of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from fabula.digests import digest
from fabula.languages import Language
from fabula.models.local.worth import small_model
from fabula.models.outcomes import Outcomes
from fabula.models.prompts import Prompt, in_english, load_prompt
from fabula.models.providers import Address, ModelSettings, base_url_given
from fabula.models.replicates import Repeated
from fabula.notices import Notice
from fabula.result import ModelUsed
from fabula.signature import sign

if TYPE_CHECKING:
    from fabula.models.chat import Tally
    from fabula.models.door_settings import DoorSettings
    from fabula.models.ledger.runs import Run
    from fabula.models.payments import Cut
    from fabula.request import Request


class Account:
    """One model's. A Door keeps it while it asks."""

    reading: Account
    """That of the model which is asked for what is read beforehand; itself, where no other is."""

    def __init__(
        self, model: str, where: Address | None, settings: DoorSettings, run: Run, tally: Tally
    ) -> None:
        self.model = model
        self.run = run
        self.tally = tally
        self.cut: list[Cut] = []
        """Questions that the server seems to have cut."""
        self._label = where.label if where else None
        self._parameters = where.file.head.parameters if where and where.file else None
        self._by_vllm = bool(where and where.weights)
        self._own = where.settings if where else ModelSettings()
        """What the user decided for this model in fabula.toml."""
        self._settings = settings
        self._left_out: set[str] = set()
        self._in_english: dict[str, None] = {}
        self._repeated = Repeated()
        self._outcomes = Outcomes()

    @property
    def rehearsing(self) -> bool:
        """True in a rehearsal: answers are made up and alike. Do not drop repeated answers then, or later steps are not counted."""
        return self._settings.rehearsal

    def prompt(self, room: str, name: str, language: str) -> Prompt:
        """A prompt file, the user's own if there is one; the run's record and signatures name it."""
        prompt = load_prompt(room, name, language, self._settings.prompts)
        self.run.about.setdefault("prompts", {})[f"{room}/{prompt.name}.{prompt.language}"] = prompt.digest
        asked_for = Language.or_none(language)
        if asked_for is not None and prompt.language != asked_for:
            self._in_english[asked_for] = None
        return prompt

    @property
    def asked_in_english(self) -> tuple[str, ...]:
        """The languages of texts for which there was no prompt, so that the questions about them were in English."""
        return tuple(dict.fromkeys([*self._in_english, *(self.reading._in_english if self._read else ())]))

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know of how this run's questions were asked and read."""
        cut = [*self.cut, *(self.reading.cut if self._read else [])]
        known = (
            *in_english(self.asked_in_english),
            *self._of_local,
            *self.one_answer_repeated,
            *self.nothing_usable,
        )
        if not cut:
            return known
        worst = min(cut, key=lambda each: each.read / each.asked)
        told = Notice.of(
            "models.read-in-part", model=self.model, n=len(cut), read=worst.read, asked=worst.asked
        )
        return (*known, told)

    @property
    def nothing_usable(self) -> tuple[Notice, ...]:
        """Said where not one answer of this model can be used."""
        said = None if self.rehearsing else self._outcomes.notice
        return (said,) if said else ()

    @property
    def one_answer_repeated(self) -> tuple[Notice, ...]:
        """Said where replicates were asked for, and each question got one answer word for word as often as it was asked."""
        said = None if self.rehearsing else self._repeated.notice
        return (said,) if said else ()

    @property
    def _of_local(self) -> tuple[Notice, ...]:
        """A word on a model that runs without a server: a small one that judges alone, or vLLM."""
        if self._by_vllm:
            return (Notice.of("models.vllm-not-measured", model=self.model),)
        said = small_model(self.model, self._parameters)
        return (said,) if said else ()

    @property
    def models(self) -> tuple[str, ...]:
        """The model that is asked and the one that reads, as `Doors.models` gives several."""
        return tuple(dict.fromkeys((self.model, self.reading.model)))

    @property
    def left_out(self) -> tuple[str, ...]:
        """What the server refused, where an answer of this run was made without it."""
        return tuple(sorted(self._left_out | (set(self.reading.left_out) if self._read else set())))

    @property
    def model_used(self) -> ModelUsed:
        """The model as results name it."""
        return ModelUsed(
            name=self.model,
            base_url=base_url_given(self.model, self.run.endpoint),
            label=self._label,
            settings=self._own.signed,
            reading=(self.reading._label or self.reading.model) if self._read else None,
            left_out=self.left_out,
            parameters=self._parameters,
            asked_in_english=self.asked_in_english,
            read_in_part=len(self.cut) + (len(self.reading.cut) if self._read else 0),
        )

    @property
    def _read(self) -> bool:
        """Whether another model was asked to read."""
        return self.reading is not self and bool(self.reading.tally.by_step)

    @property
    def signed_name(self) -> str:
        """The model with what fabula.toml decided for it, for signatures of several models."""
        decided = ",".join(f"{name}={value}" for name, value in self._own.signed.items())
        return f"{self.model}[{decided}]" if decided else self.model

    def sign(
        self,
        request: Request | None,
        method: str,
        *,
        asked: Mapping[str, object] | None = None,
        engines: Mapping[str, str] | None = None,
        digests: Mapping[str, str | None] | None = None,
        prompts: Iterable[str] | None = None,
    ) -> str:
        """The signature of a number made from these answers; call it once the answers are there.

        It adds what only the door knows to `fabula.signature.sign`: the model, what the server did not take, and the
        prompts. `prompts` are the digests of those that this number was made with; without it, of all that were used
        through this door.
        """
        used = list(self.run.about.get("prompts", {}).values() if prompts is None else prompts)
        if self._read:
            used += [] if prompts is not None else self.reading.run.about.get("prompts", {}).values()
            engines = {"reading": self.reading.signed_name, **(engines or {})}
        known = sorted(set(used))
        line = sign(
            request, method, model=self.model, asked={**(asked or {}), **self._own.signed},
            left_out=self.left_out, engines=engines,
            digests={"prompt": digest(known) if known else None, **(digests or {})},
        )  # fmt: skip
        self._record(line)
        return line

    def _record(self, signature: str) -> None:
        known = self.run.about.setdefault("signatures", [])
        if signature not in known:
            known.append(signature)
