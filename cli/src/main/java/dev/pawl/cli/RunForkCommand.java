package dev.pawl.cli;

import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.Json;
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
        description = "Starts a copy of a run in one of its states; the run stays as it is.")
final class RunForkCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin RunArgument run = new RunArgument();

    @Option(
            names = "--from",
            paramLabel = "STATE",
            required = true,
            description = "The state that the copy begins in.")
    String state = "";

    @Option(
            names = "--input",
            paramLabel = "JSON",
            description = "Another request for the copy; the run's own unless told.")
    @Nullable String input;

    @Mixin ByOptions by = new ByOptions();

    RunForkCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Payload request = request();
        RunId source;
        RunId copy;
        boolean live;
        try (Control control = shell.open()) {
            source = run.in(control);
            copy = control.fork(source, state, request, by.by());
            live = control.liveness().live();
        }
        if (shell.json) return shell.json(new Copy(copy, source, state));
        shell.say(
                "%s goes on from '%s' of %s%s."
                        .formatted(copy, state, source, live ? "" : Orders.NO_ENGINE));
        return ExitCode.OK;
    }

    private @Nullable Payload request() {
        if (input == null) return null;
        try {
            return Json.payload(input);
        } catch (IllegalArgumentException e) {
            throw Trouble.usage(
                    "--input is the JSON of a request, not '%s': %s"
                            .formatted(Words.cut(input, 80), e.getMessage()));
        }
    }

    record Copy(RunId id, RunId from, String state) {}
}
