"""Fallback rules for languages without their own: letters, spaces, and the marks common in Europe."""
