package dev.pawl.pipeline.page;

/// The result of a partition that was read to its end.
public record PartitionEnd(String partition, long nextOffset) {}
