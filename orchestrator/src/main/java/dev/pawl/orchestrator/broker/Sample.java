package dev.pawl.orchestrator.broker;

import java.time.Duration;

/// What was measured of the load at one time: the 99th percentile of latency, the part of requests
/// that failed, and how full the fullest resource is.
public record Sample(Duration latency, double errorRate, double saturation) {

    public Sample {
        if (latency.isNegative()) {
            throw new IllegalArgumentException("expected a latency from PT0S, found " + latency);
        }
        if (!(errorRate >= 0 && errorRate <= 1)) {
            throw new IllegalArgumentException(
                    "expected an error rate from 0 to 1, found " + errorRate);
        }
        // More than 1 is possible: a machine can have more to do than it has processors.
        if (!(saturation >= 0 && saturation < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("expected a saturation from 0, found " + saturation);
        }
    }
}
