package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.feeds.items.ItemCommands;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.UsageErrors;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command group `pawl feeds`.
@Command(
        name = "feeds",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Loads CVE, CWE, CAPEC, ATT&CK, SSG, ASVS and CCE into one searchable, cross-linked"
                    + " database.",
            "Sources load in parallel and survive crashes. Later runs load only what changed, and"
                    + " record the history of every item."
        },
        footer = {
            "",
            "Examples:",
            "  pawl feeds demo                          watch seven sources load, no setup needed",
            "  pawl feeds run --from ./downloads        load documents from a directory",
            "  pawl feeds status                        check the state of each source",
            "  pawl feeds search \"sql injection\"        find items",
            "  pawl feeds show CWE-79                   show an item",
            "  pawl feeds path CVE-2021-44228 T1190     see how two items are connected",
            "  pawl feeds changes --since 7d            see what is new"
        })
public final class FeedsCommands implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();

    private FeedsCommands() {}

    /// Returns the group with its commands.
    public static CommandLine of(Shell shell) {
        FeedsContext context = new FeedsContext(shell);
        CommandLine feeds = new CommandLine(new FeedsCommands());
        feeds.addSubcommand("run", new FeedsRunCommand(context));
        feeds.addSubcommand("demo", new FeedsDemoCommand(context));
        control(feeds, context);
        feeds.addSubcommand("permits", permits(context));
        feeds.addSubcommand("events", new EventsCommand(context));
        feeds.addSubcommand("checkpoints", new CheckpointsCommand(context));
        CommandLine quarantine = new CommandLine(new QuarantineCommand(context));
        quarantine.addSubcommand("show", new QuarantineShowCommand(context));
        quarantine.addSubcommand("replay", new QuarantineReplayCommand(context));
        feeds.addSubcommand("quarantine", quarantine);
        feeds.addSubcommand("schedule", schedule(context));
        ItemCommands.addTo(feeds, context);
        return feeds;
    }

    private static void control(CommandLine feeds, FeedsContext context) {
        feeds.addSubcommand("status", new StatusCommand(context));
        for (ProviderCommand.Verb verb : ProviderCommand.Verb.values()) {
            feeds.addSubcommand(verb.commandName(), ProviderCommand.of(context, verb));
        }
        PlainOrderCommand.addTo(feeds, context, PlainOrderCommand.Verb.DRAIN);
    }

    private static CommandLine permits(FeedsContext context) {
        CommandLine permits = new CommandLine(new PermitsCommand(context));
        permits.addSubcommand("set", new PermitsSetCommand(context));
        PlainOrderCommand.addTo(permits, context, PlainOrderCommand.Verb.FREEZE);
        PlainOrderCommand.addTo(permits, context, PlainOrderCommand.Verb.THAW);
        return permits;
    }

    private static CommandLine schedule(FeedsContext context) {
        CommandLine schedule = new CommandLine(new ScheduleCommand(context));
        schedule.addSubcommand("set", new ScheduleSetCommand(context));
        schedule.addSubcommand("remove", new ScheduleRemoveCommand(context));
        schedule.addSubcommand("pause", SchedulePauseCommand.pause(context));
        schedule.addSubcommand("resume", SchedulePauseCommand.resume(context));
        return schedule;
    }

    @Override
    public Integer call() {
        throw UsageErrors.missingCommand(spec);
    }
}
