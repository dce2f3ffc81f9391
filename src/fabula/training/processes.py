"""The processes that train one model together (torchrun, accelerate launch)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.distributed


@dataclass(frozen=True, slots=True)
class ProcessGroup:
    """The rank of this process, the number of processes, and its device."""

    rank: int
    size: int
    device: torch.device

    def add_up(self, parameters: Sequence[torch.nn.Parameter]) -> None:
        """Gradients summed over all processes."""
        for parameter in parameters:
            if parameter.grad is None:
                parameter.grad = torch.zeros_like(parameter)
            if self.size > 1:
                torch.distributed.all_reduce(parameter.grad)

    def total(self, value: float) -> float:
        """A number summed over all processes."""
        if self.size == 1:
            return value
        whole = torch.tensor(value, dtype=torch.float64, device=self.device)
        torch.distributed.all_reduce(whole)
        return float(whole)

    def wait(self) -> None:
        """Wait until all processes are here."""
        if self.size > 1:
            torch.distributed.barrier()


def join() -> ProcessGroup:
    """This process's rank, from the environment set by torchrun or accelerate launch."""
    rank, size = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
    local = int(os.environ.get("LOCAL_RANK", 0))
    device = torch.device("cuda", local) if torch.cuda.is_available() else torch.device("cpu")
    if device.type == "cuda":
        torch.cuda.set_device(device)
    if size > 1 and not torch.distributed.is_initialized():
        torch.distributed.init_process_group("nccl" if device.type == "cuda" else "gloo")
    return ProcessGroup(rank, size, device)
