package dev.pawl.cli;

import dev.pawl.cli.demo.DemoWorker;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Runs the process that the demo kills.
@Command(
        name = DemoWorkerCommand.NAME,
        hidden = true,
        description = "Runs the process that the demo kills.")
final class DemoWorkerCommand implements Callable<Integer> {
    static final String NAME = "demo-worker";

    private final Shell shell;

    DemoWorkerCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws InterruptedException {
        new DemoWorker(shell.home()).run();
        return ExitCode.OK;
    }
}
