package dev.pawl.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// What a start of the engine found: how the last life ended, and what was done about it.
///
/// `inFlight` counts the attempts that were cut off, by machine and state; of these `redone` were
/// executed again and `ended` needed no attempt more. `parked` runs could not be taken up; `kept`
/// ones went on waiting for what they waited for.
public record CrashReport(
        Instant opened,
        boolean crashed,
        Map<String, Integer> inFlight,
        int redone,
        int ended,
        int parked,
        long kept,
        Duration untilReady) {
    public CrashReport {
        inFlight = Map.copyOf(inFlight);
    }
}
