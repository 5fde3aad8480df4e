package dev.pawl.cli.images;

import dev.pawl.cli.screen.Amounts;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.images.Retention;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that say which images are worth keeping.
final class RetentionArguments {
    @Option(
            names = "--max-age",
            paramLabel = "TIME",
            description = "Let go of images that were brought here longer ago, such as 90d or 12h.")
    @Nullable String age;

    @Option(
            names = "--unused-for",
            paramLabel = "TIME",
            description = "Let go of images that nobody used for so long.")
    @Nullable String unused;

    @Option(
            names = "--max-count",
            paramLabel = "N",
            description = "Keep at most so many; the longest unused go first.")
    @Nullable Integer count;

    @Option(
            names = "--max-bytes",
            paramLabel = "SIZE",
            description = "Keep at most so many bytes, such as 50G; the longest unused go first.")
    @Nullable String bytes;

    Retention retention() {
        try {
            Duration oldest = age == null ? null : Amounts.time(age);
            Duration idle = unused == null ? null : Amounts.time(unused);
            Long most = bytes == null ? null : Amounts.bytes(bytes);
            if (count != null && count < 0) {
                throw new IllegalArgumentException("--max-count is 0 or more, not " + count);
            }
            return new Retention(oldest, idle, count, most);
        } catch (IllegalArgumentException e) {
            throw Trouble.usage(String.valueOf(e.getMessage()));
        }
    }
}
