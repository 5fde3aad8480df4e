package dev.pawl.orchestrator.provider;

import java.time.Instant;

/// One pass of a provider through its source. Cycles are numbered from 1.
///
/// @param full whether everything is read again, so that an item that does not appear is gone
/// @param now the current time
public record Cycle(String provider, long number, boolean full, Instant now) {}
