package dev.pawl.orchestrator.provider;

/// How a source is to be read.
///
/// - `cursor` is what followed the last batch that was written, in this cycle or the one before; ""
///   at the very beginning;
/// - `fresh` says that a new cycle begins with this reading, and the cursor is that of the cycle
///   before;
/// - `full` says that everything is to be read, whatever the cursor of an earlier cycle knows;
/// - `gate` is passed before each request to a server.
public record Opening(String cursor, boolean fresh, boolean full, Gate gate) {}
