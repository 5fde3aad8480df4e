package dev.pawl.diamonds.simulator;

/// How many stones of a stock changed.
///
/// @param priced stones with another price
/// @param held stones that were put on hold, or released
public record StockMoves(int priced, int held, int removed, int added) {}
