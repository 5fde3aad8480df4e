package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.Shell;
import dev.pawl.orchestrator.Order;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The group of commands about security feeds.
@Command(
        name = "feeds",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Loads CVE, CWE, CAPEC, ATT&CK, SSG, ASVS and CCE into one searchable, cross-linked"
                    + " base.",
            "Sources are loaded side by side under permits; what was loaded is not loaded again,"
                    + " and what changed is told."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds demo                          watch it all on a small set of its own",
            "  pawl feeds run --from ./downloads        load what a directory has",
            "  pawl feeds status                        how the sources are",
            "  pawl feeds search \"sql injection\"        find something",
            "  pawl feeds show CWE-79                   all about it",
            "  pawl feeds path CVE-2021-44228 T1190     how two things are connected",
            "  pawl feeds changes --since 7d            what is new"
        })
public final class FeedsCommands implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();

    private FeedsCommands() {}

    /// Returns the group with its commands.
    public static CommandLine of(Shell shell) {
        Desk desk = new Desk(shell);
        CommandLine feeds = new CommandLine(new FeedsCommands());
        feeds.addSubcommand("run", new RunCommand(desk));
        feeds.addSubcommand("demo", new DemoCommand(desk));
        orders(feeds, desk);
        feeds.addSubcommand("permits", permits(desk));
        feeds.addSubcommand("events", new EventsCommand(desk));
        feeds.addSubcommand("checkpoints", new CheckpointsCommand(desk));
        CommandLine quarantine = new CommandLine(new QuarantineCommand(desk));
        quarantine.addSubcommand("show", new QuarantineShowCommand(desk));
        quarantine.addSubcommand("replay", new QuarantineReplayCommand(desk));
        feeds.addSubcommand("quarantine", quarantine);
        feeds.addSubcommand("schedule", schedule(desk));
        questions(feeds, desk);
        return feeds;
    }

    private static void orders(CommandLine feeds, Desk desk) {
        feeds.addSubcommand("status", new StatusCommand(desk));
        for (ProviderCommand.Verb verb : ProviderCommand.Verb.values()) {
            CommandLine line = new CommandLine(new ProviderCommand(desk, verb));
            verb.describe(line.getCommandSpec().usageMessage());
            feeds.addSubcommand(verb.word(), line);
        }
        feeds.addSubcommand("drain", new DrainCommand(desk));
    }

    private static CommandLine permits(Desk desk) {
        CommandLine permits = new CommandLine(new PermitsCommand(desk));
        permits.addSubcommand("set", new PermitsSetCommand(desk));
        permits.addSubcommand("freeze", new PermitsFreezeCommand(desk, Order.Verb.FREEZE));
        permits.addSubcommand("thaw", new PermitsFreezeCommand(desk, Order.Verb.THAW));
        return permits;
    }

    private static CommandLine schedule(Desk desk) {
        CommandLine schedule = new CommandLine(new ScheduleCommand(desk));
        schedule.addSubcommand("set", new ScheduleSetCommand(desk));
        schedule.addSubcommand("remove", new ScheduleRemoveCommand(desk));
        schedule.addSubcommand("pause", new SchedulePauseCommand(desk, true));
        schedule.addSubcommand("resume", new SchedulePauseCommand(desk, false));
        return schedule;
    }

    private static void questions(CommandLine feeds, Desk desk) {
        feeds.addSubcommand("show", new ShowCommand(desk));
        feeds.addSubcommand("search", new SearchCommand(desk));
        feeds.addSubcommand("links", new LinksCommand(desk));
        feeds.addSubcommand("path", new PathCommand(desk));
        feeds.addSubcommand("changes", new ChangesCommand(desk));
        feeds.addSubcommand("stats", new StatsCommand(desk));
        feeds.addSubcommand("export", new ExportCommand(desk));
        feeds.addSubcommand("dangling", new DanglingCommand(desk));
        feeds.addSubcommand("documents", new DocumentsCommand(desk));
    }

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "one of %s is expected".formatted(spec.subcommands().keySet()));
    }
}
