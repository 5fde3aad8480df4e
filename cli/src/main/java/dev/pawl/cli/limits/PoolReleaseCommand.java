package dev.pawl.cli.limits;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Lease;
import dev.pawl.engine.control.ControlRequest.ReleasePermits;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Frees a lease that its holder no longer uses.
@Command(
        name = "release",
        description = {
            "Frees the permits of a holder that no longer uses them.",
            "The lease of an executing run cannot be released: it ends with the attempt. Nor can a"
                    + " lease that does not exist or has expired."
        },
        footer = {"", "Examples:", "  pawl pools", "  pawl pools release db 0G7Z3K9QW2XVB"})
final class PoolReleaseCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(index = "0", paramLabel = "POOL", description = "Name of the permit pool.")
    String pool = "";

    @Parameters(
            index = "1",
            paramLabel = "HOLDER",
            description = "Holder of the permits, as in 'pawl pools --json'.")
    String holder = "";

    PoolReleaseCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Lease lease = shell.execute(new ReleasePermits(pool, holder));
        if (shell.json) return shell.json(lease);
        shell.say(
                "Freed %s of pool %s that %s held."
                        .formatted(
                                HumanText.count(lease.count(), "permit"),
                                lease.pool(),
                                lease.holder()));
        return ExitCode.OK;
    }
}
