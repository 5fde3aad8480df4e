package dev.pawl.cli;

import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Lease;
import dev.pawl.engine.control.Control;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Frees a lease that its holder does not use any more.
@Command(
        name = "release",
        description = {
            "Frees the permits of a holder that does not use them any more.",
            "The lease of a run that executes is refused: it ends with the attempt."
        },
        footer = {"", "Examples:", "  pawl pools", "  pawl pools release db 0G7Z3K9QW2XVB"})
final class PoolReleaseCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(index = "0", paramLabel = "POOL", description = "The permit pool.")
    String pool = "";

    @Parameters(
            index = "1",
            paramLabel = "HOLDER",
            description = "Who holds the permits, as 'pawl pools --json' shows it.")
    String holder = "";

    PoolReleaseCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Lease lease;
        try (Control control = shell.open()) {
            lease = control.releasePermits(pool, holder);
        }
        if (shell.json) return shell.json(lease);
        shell.say(
                "Freed %s of pool %s that %s held."
                        .formatted(
                                Words.count(lease.count(), "permit"),
                                lease.pool(),
                                lease.holder()));
        return ExitCode.OK;
    }
}
