package dev.pawl.cli.diamonds.context;

import dev.pawl.diamonds.DiamondsOptions;
import picocli.CommandLine.Option;

/// Which feed a command is about.
public final class FeedOption {
    @Option(
            names = "--feed",
            paramLabel = "NAME",
            description = "Name of the feed (default: ${DEFAULT-VALUE}).")
    String feed = DiamondsOptions.FEED;

    public String feed() {
        return feed;
    }
}
