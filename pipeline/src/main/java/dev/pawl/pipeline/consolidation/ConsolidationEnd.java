package dev.pawl.pipeline.consolidation;

/// The result of a consolidator that found no more rows.
public record ConsolidationEnd(long batches) {}
