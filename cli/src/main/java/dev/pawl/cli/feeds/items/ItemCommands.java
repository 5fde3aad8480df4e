package dev.pawl.cli.feeds.items;

import dev.pawl.cli.feeds.context.FeedsContext;
import picocli.CommandLine;

/// Registers the commands that query items.
public final class ItemCommands {
    private ItemCommands() {}

    public static void addTo(CommandLine feeds, FeedsContext context) {
        feeds.addSubcommand("show", new ItemShowCommand(context));
        feeds.addSubcommand("search", new SearchCommand(context));
        feeds.addSubcommand("links", new LinksCommand(context));
        feeds.addSubcommand("path", new PathCommand(context));
        feeds.addSubcommand("changes", new ChangesCommand(context));
        feeds.addSubcommand("stats", new StatsCommand(context));
        feeds.addSubcommand("export", new ExportCommand(context));
        feeds.addSubcommand("dangling", new DanglingCommand(context));
        feeds.addSubcommand("documents", new DocumentsCommand(context));
    }
}
