package dev.pawl.cli.diamonds.stones;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.DiamondsOpening;
import dev.pawl.cli.diamonds.context.OwnRun;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.reprice.RepriceMachine;
import dev.pawl.diamonds.reprice.RepriceRequest;
import dev.pawl.diamonds.reprice.RepriceResponse;
import dev.pawl.diamonds.reprice.RevertMachine;
import dev.pawl.diamonds.reprice.RevertRequest;
import dev.pawl.diamonds.rules.PricingRules;
import dev.pawl.machine.JsonCodec;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Applies the rules to loaded stones.
@Command(
        name = "reprice",
        description = {
            "Applies the pricing and rating rules that are in effect now to all live stones.",
            "It survives crashes, and --revert restores the prices that a job replaced."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds reprice --dry-run",
            "  pawl diamonds reprice --reason \"autumn rules\"",
            "  pawl diamonds reprice --revert 01Q6BX0ZZ0000"
        })
final class RepriceCommand implements Callable<Integer> {
    private final DiamondsContext context;
    private final Shell shell;

    @Option(names = "--dry-run", description = "Show what would change, and change nothing.")
    boolean dryRun;

    @Option(names = "--revert", paramLabel = "JOB", description = "Undo this job instead.")
    @Nullable String revert;

    @Mixin ByOptions by = new ByOptions();
    @Mixin DiamondsOpening opening = new DiamondsOpening();

    RepriceCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        String job = revert;
        if (dryRun && job != null) {
            throw CommandException.usage("--dry-run and --revert exclude each other");
        }
        if (dryRun) {
            return ImpactTable.print(
                    shell, context.ask(store -> PricingRules.impact(store::query, shell.now())));
        }
        OwnRun run = new OwnRun(context, opening);
        String reason = by.by().reason();
        RepriceResponse done =
                JsonCodec.JSON.decode(
                        job == null
                                ? run.response(_ ->
                                        RepriceMachine.start(
                                                new RepriceRequest(shell.now(), reason)))
                                : run.response(
                                        _ -> RevertMachine.start(new RevertRequest(job, reason))),
                        RepriceResponse.class);
        if (shell.json) return shell.json(done);
        shell.say(
                job == null
                        ? "Changed %,d prices; undo it with `pawl diamonds reprice --revert %s`."
                                .formatted(done.changed(), done.job())
                        : "Restored %,d prices.".formatted(done.changed()));
        return ExitCode.OK;
    }
}
