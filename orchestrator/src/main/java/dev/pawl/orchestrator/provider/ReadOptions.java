package dev.pawl.orchestrator.provider;

/// How to read a source.
///
/// @param cursor the cursor after the last batch that was written, in this cycle or the previous
///   one; "" if there is none
/// @param fresh whether this starts a new cycle; then the cursor is that of the previous cycle
/// @param full whether to read everything, regardless of the cursor of an earlier cycle
/// @param gate must be passed before each request to a server
public record ReadOptions(String cursor, boolean fresh, boolean full, RequestGate gate) {}
