package dev.pawl.cli.run;

import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.ForkRun;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Starts a copy of a run in one of its states.
@Command(
        name = "fork",
        description = "Starts a copy of a run in one of its states; the run itself is unchanged.")
final class RunForkCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin RunArgument run = new RunArgument();

    @Option(
            names = "--from",
            paramLabel = "STATE",
            required = true,
            description = "State in which the copy starts.")
    String state = "";

    @Option(
            names = "--input",
            paramLabel = "JSON",
            description = "Request of the copy (default: the request of the run).")
    @Nullable String input;

    @Mixin ByOptions by = new ByOptions();

    RunForkCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Payload request = input == null ? null : RequestJson.payload(input);
        RunId source;
        RunId copy;
        boolean live;
        try (Control control = shell.open()) {
            source = run.in(control);
            copy = control.execute(new ForkRun(source, state, request, by.by()));
            live = control.execute(new GetLiveness()).live();
        }
        if (shell.json) return shell.json(new Copy(copy, source, state));
        shell.say(
                "Started run %s from '%s' of run %s%s."
                        .formatted(copy, state, source, live ? "" : RunOrder.NO_ENGINE));
        return ExitCode.OK;
    }

    record Copy(RunId id, RunId from, String state) {}
}
