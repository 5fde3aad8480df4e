package dev.pawl.pipeline.alert;

import java.time.Instant;

/// The response of a run of `alert-delivery`: the attempt that succeeded, when, and what the
/// receiver answered.
record AlertReceipt(int attempts, Instant at, String detail) {}
