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

    /// Returns a command as people type it, with the name of a feed that is not the default one.
    public static String command(String words, String feed) {
        String option = feed.equals(DiamondsOptions.FEED) ? "" : " --feed " + feed;
        return "pawl diamonds " + words + option;
    }
}
