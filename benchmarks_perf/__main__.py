"""`make bench`: every timing as a ratio to a named peer measured in the same run.

python -m benchmarks_perf            run all
python -m benchmarks_perf door       run only the ones named
"""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Run the named modules of this folder, or all of them."""
    known = sorted(
        each.name for each in pkgutil.iter_modules([str(Path(__file__).parent)]) if each.name != "__main__"
    )
    for name in sys.argv[1:] or known:
        if name not in known:
            raise SystemExit(f"benchmarks_perf: no {name}; there are {', '.join(known)}")
        import_module(f"benchmarks_perf.{name}").run()
        print()


main()
