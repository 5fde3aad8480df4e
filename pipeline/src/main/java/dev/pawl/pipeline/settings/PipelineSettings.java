package dev.pawl.pipeline.settings;

import dev.pawl.pipeline.fanin.FanInPolicy;
import java.time.Duration;

/// The settings of a pipeline that its machines read.
public record PipelineSettings(
        PageSettings pages,
        RunSettings run,
        ConsolidationSettings consolidation,
        FanInPolicy policy) {

    /// The settings of a run: the overlap of incremental windows, the size of a page, how long an
    /// operator may decide, and when a run counts as stalled.
    public record RunSettings(
            Duration overlap, int pageSize, Duration decideWithin, Duration stallAfter) {
        /// Windows overlap by 15 minutes, pages have 30 items.
        public static final RunSettings DEFAULT =
                new RunSettings(
                        Duration.ofMinutes(15), 30, Duration.ofHours(24), Duration.ofMinutes(30));

        public RunSettings {
            if (overlap.isNegative() || pageSize < 1) {
                throw new IllegalArgumentException(
                        "expected an overlap of 0 or more and a page of 1 or more items, found %s"
                                        .formatted(overlap)
                                + " and "
                                + pageSize);
            }
            if (!decideWithin.isPositive() || !stallAfter.isPositive()) {
                throw new IllegalArgumentException(
                        "expected positive times to decide and to stall, found %s and %s"
                                .formatted(decideWithin, stallAfter));
            }
        }
    }

    /// The settings of a consolidation: consolidators at a time, rows per batch, tries of a batch,
    /// and which share of rows may be quarantined, be missing at the closing count, or vanish.
    public record ConsolidationSettings(
            int consolidators,
            int batch,
            int tries,
            double quarantineMax,
            double missingMax,
            double removalMax) {
        /// Two consolidators, so that one prepares a batch while that of the other is written, with
        /// batches of 2,000 rows, each tried 3 times. No item may be missing.
        public static final ConsolidationSettings DEFAULT =
                new ConsolidationSettings(2, 2_000, 3, 0.05, 0, 0.2);

        public ConsolidationSettings {
            if (consolidators < 1 || batch < 1 || tries < 1) {
                throw new IllegalArgumentException(
                        "expected 1 or more consolidators, rows and tries, found %d, %d and %d"
                                .formatted(consolidators, batch, tries));
            }
            requireShare("quarantined", quarantineMax);
            requireShare("missing", missingMax);
            requireShare("removed", removalMax);
        }

        private static void requireShare(String what, double share) {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException(
                        "expected a share of %s items from 0 to 1, found %s"
                                .formatted(what, share));
            }
        }
    }
}
