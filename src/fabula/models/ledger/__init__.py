"""The ledger: every paid answer, kept in a database before anyone uses it, and claimed before it is asked."""
