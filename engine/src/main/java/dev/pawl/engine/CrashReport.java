package dev.pawl.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// What a start of the engine found: how the previous process ended, and what was recovered.
///
/// `inFlight` counts the attempts that were interrupted, by machine and state; of these `repeated`
/// were executed again and `ended` needed no further attempt. `parked` runs could not be recovered;
/// `kept` runs continue to wait.
public record CrashReport(
        Instant opened,
        boolean crashed,
        Map<String, Integer> inFlight,
        int repeated,
        int ended,
        int parked,
        long kept,
        Duration untilReady) {
    public CrashReport {
        inFlight = Map.copyOf(inFlight);
    }
}
