package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import picocli.CommandLine;

/// Registers the commands about stones.
public final class StoneCommands {
    private StoneCommands() {}

    public static void addTo(CommandLine diamonds, DiamondsContext context) {
        diamonds.addSubcommand("stats", new StoneStatsCommand(context));
        diamonds.addSubcommand("search", new StoneSearchCommand(context));
        diamonds.addSubcommand("stone", new StoneCommand(context));
        diamonds.addSubcommand("changes", new StoneChangesCommand(context));
        diamonds.addSubcommand("export", new StoneExportCommand(context));
        CommandLine quarantine = new CommandLine(new StoneQuarantineCommand(context));
        quarantine.addSubcommand("show", new StoneQuarantineShowCommand(context));
        quarantine.addSubcommand("replay", new StoneQuarantineReplayCommand(context));
        diamonds.addSubcommand("quarantine", quarantine);
        CommandLine rules = new CommandLine(new RulesCommand(context));
        rules.addSubcommand("add", new RulesAddCommand(context));
        rules.addSubcommand("test", new RulesTestCommand(context));
        rules.addSubcommand("stats", new RulesStatsCommand(context));
        diamonds.addSubcommand("rules", rules);
        CommandLine rates = new CommandLine(new RatesCommand(context));
        rates.addSubcommand("add", new RatesAddCommand(context));
        diamonds.addSubcommand("rates", rates);
        diamonds.addSubcommand("reprice", new RepriceCommand(context));
    }
}
