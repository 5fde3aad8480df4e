package dev.pawl.cli.images;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option `--override` of commands that need space.
final class OverrideOption {
    @Option(
            names = "--override",
            paramLabel = "REASON",
            description = "Ignore the space limit; the run records the reason.")
    @Nullable String reason;
}
