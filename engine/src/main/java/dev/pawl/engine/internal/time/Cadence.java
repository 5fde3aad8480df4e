package dev.pawl.engine.internal.time;

import dev.pawl.engine.Limits;
import dev.pawl.engine.internal.decision.Draft;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/// When a schedule fires: at equal distances, or by a cron expression in a zone.
public sealed interface Cadence {

    /// Returns the first fire after a time, if there is one.
    Optional<Instant> next(Instant after);

    /// Returns the cadence that a schedule's `spec` describes.
    static Cadence parse(String spec) {
        try {
            if (spec.startsWith("every ")) return new Every(Duration.parse(spec.substring(6)));
            int split = spec.lastIndexOf(' ');
            if (split < 0) throw new IllegalArgumentException("no zone after the expression");
            ZoneId zone = ZoneId.of(spec.substring(split + 1));
            return new ByCron(Cron.parse(spec.substring(0, split)), zone);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "expected 'every PT5M' or a cron expression and a zone, found '%s': %s"
                            .formatted(spec, e.getMessage()),
                    e);
        }
    }

    record Every(Duration interval) implements Cadence {
        public Every {
            if (!interval.isPositive()) {
                throw new IllegalArgumentException(
                        "expected a positive interval, found " + interval);
            }
            if (interval.compareTo(Limits.DELAY_MAX) > 0) interval = Limits.DELAY_MAX;
        }

        @Override
        public Optional<Instant> next(Instant after) {
            return Optional.of(Draft.after(after, interval));
        }
    }

    record ByCron(Cron cron, ZoneId zone) implements Cadence {
        @Override
        public Optional<Instant> next(Instant after) {
            return cron.next(after, zone);
        }
    }
}
