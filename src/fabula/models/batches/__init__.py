"""Questions handed in as batches, for half the price and an answer within a day."""
