package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.stones.StoneCommands;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.UsageErrors;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The command group `pawl diamonds`.
@Command(
        name = "diamonds",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Loads a diamond supplier's stock into a priced, canonical table, every stone exactly"
                    + " once.",
            "The stock is read in partitions side by side and survives crashes: the same command"
                    + " resumes. The watermark advances only if everything arrived, so later runs"
                    + " load only what changed."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds demo                                  watch it all, no setup needed",
            "  pawl diamonds simulate --stones 50000               start a supplier to try it with",
            "  pawl diamonds run --supplier http://127.0.0.1:8080/graphql",
            "  pawl diamonds status                                check the latest run",
            "  pawl diamonds search --shape round --carat 1-1.5    find stones",
            "  pawl diamonds stone DIAMOND/0a1b…                   see where a stone comes from",
            "  pawl diamonds changes --since 7d                    see what is new"
        })
public final class DiamondsCommands implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();

    private DiamondsCommands() {}

    /// Returns the group with its commands.
    public static CommandLine of(Shell shell) {
        DiamondsContext context = new DiamondsContext(shell);
        CommandLine diamonds = new CommandLine(new DiamondsCommands());
        diamonds.addSubcommand("run", new DiamondsRunCommand(context));
        diamonds.addSubcommand("demo", new DiamondsDemoCommand(context));
        diamonds.addSubcommand("simulate", new SimulateCommand(context));
        runs(diamonds, context);
        StoneCommands.addTo(diamonds, context);
        return diamonds;
    }

    private static void runs(CommandLine diamonds, DiamondsContext context) {
        diamonds.addSubcommand("status", new DiamondsStatusCommand(context));
        diamonds.addSubcommand("runs", new DiamondsRunsCommand(context));
        diamonds.addSubcommand("show", new DiamondsShowCommand(context));
        diamonds.addSubcommand("partitions", new PartitionsCommand(context));
        diamonds.addSubcommand("retry", new RetryFailedCommand(context));
        diamonds.addSubcommand("force", new ForceCommand(context));
        diamonds.addSubcommand("cancel", new DiamondsCancelCommand(context));
        CommandLine watermark = new CommandLine(new WatermarkCommand(context));
        watermark.addSubcommand("history", new WatermarkHistoryCommand(context));
        watermark.addSubcommand("rewind", new WatermarkRewindCommand(context));
        diamonds.addSubcommand("watermark", watermark);
        diamonds.addSubcommand("alerts", new AlertsCommand(context));
    }

    @Override
    public Integer call() {
        throw UsageErrors.missingCommand(spec);
    }
}
