package dev.pawl.orchestrator.broker;

import java.time.Duration;

/// One measurement of load: the 99th percentile of latency, the share of failed items, and how full
/// the fullest resource is.
public record LoadSample(Duration latency, double errorRate, double saturation) {

    public LoadSample {
        if (latency.isNegative()) {
            throw new IllegalArgumentException(
                    "expected a latency of PT0S or more, found " + latency);
        }
        if (!(errorRate >= 0 && errorRate <= 1)) {
            throw new IllegalArgumentException(
                    "expected an error rate from 0 to 1, found " + errorRate);
        }
        // More than 1 is possible: a machine can be overloaded.
        if (!(saturation >= 0 && saturation < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "expected a saturation of 0 or more, found " + saturation);
        }
    }
}
