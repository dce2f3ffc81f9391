"""To come."""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter(prefix="/quiz")
