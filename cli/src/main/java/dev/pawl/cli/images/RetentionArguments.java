package dev.pawl.cli.images;

import dev.pawl.cli.screen.HumanAmounts;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.images.gc.ImageRetention;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of a retention.
final class RetentionArguments {
    @Option(
            names = "--max-age",
            paramLabel = "TIME",
            description = "Delete images downloaded longer ago than this, such as 90d or 12h.")
    @Nullable Duration age;

    @Option(
            names = "--unused-for",
            paramLabel = "TIME",
            description = "Delete images that have been unused for this long, such as 30d.")
    @Nullable Duration unused;

    @Option(
            names = "--max-count",
            paramLabel = "N",
            description = "Keep at most N images; delete the least recently used first.")
    @Nullable Integer count;

    @Option(
            names = "--max-bytes",
            paramLabel = "SIZE",
            description =
                    "Keep at most this many bytes, such as 50G; delete the least recently"
                            + " used first.")
    @Nullable String bytes;

    ImageRetention retention() {
        try {
            Long most = bytes == null ? null : HumanAmounts.bytes(bytes);
            if (count != null && count < 0) {
                throw new IllegalArgumentException("--max-count must be 0 or more, not " + count);
            }
            return new ImageRetention(age, unused, count, most);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }
}
