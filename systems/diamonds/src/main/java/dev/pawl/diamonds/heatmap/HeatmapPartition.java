package dev.pawl.diamonds.heatmap;

/// A part of the stock.
///
/// @param id `partition-0` and so on, by price
/// @param estimate how many stones it had when they were counted; advice, never a limit
public record HeatmapPartition(String id, PriceRange range, long estimate) {}
