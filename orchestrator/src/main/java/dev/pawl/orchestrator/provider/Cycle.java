package dev.pawl.orchestrator.provider;

import java.time.Instant;

/// One time that a provider goes through its source, numbered from 1.
///
/// @param full whether everything is read again, so that what does not come is gone
/// @param now the present time
public record Cycle(String provider, long number, boolean full, Instant now) {}
