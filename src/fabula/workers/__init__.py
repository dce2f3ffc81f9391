"""Work for many books: on the cores of this machine or on a Ray cluster."""
