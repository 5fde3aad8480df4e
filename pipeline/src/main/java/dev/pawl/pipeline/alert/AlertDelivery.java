package dev.pawl.pipeline.alert;

import java.time.Instant;

/// The request of a run of `alert-delivery`: one alert for one channel.
record AlertDelivery(String channel, String messageId, Instant at, Alert alert) {}
