package dev.pawl.cli;

import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.Json;
import dev.pawl.run.Lane;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Starts a run.
@Command(
        name = "start",
        description = {
            "Starts a run of a machine, and returns at once.",
            "An open engine begins it; without one it is stored, and the next engine begins it."
        },
        footer = {
            "",
            "Examples:",
            "  pawl start order --input '{\"item\": \"lamp\", \"amount\": 40}' --key customer-7",
            "  pawl machines   lists the machines that the store knows"
        })
final class StartCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "MACHINE", description = "The machine's name.")
    String machine = "";

    @Option(
            names = "--input",
            paramLabel = "JSON",
            required = true,
            description = "The request, as its machine's classes write it.")
    String input = "";

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description =
                    "What the run is about; how it meets a live run of the same key is the"
                            + " machine's policy.")
    @Nullable String key;

    @Option(
            names = "--idempotency",
            paramLabel = "KEY",
            description = "A key of this start: said twice, there is one run.")
    @Nullable String idempotency;

    @Option(names = "--queue", paramLabel = "NAME", description = "The queue that it goes through.")
    @Nullable String queue;

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "Its priority in the queue; higher goes first (default: 0).")
    int priority;

    StartCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        Lane lane = queue == null ? null : new Lane(queue, priority);
        if (lane == null && priority != 0) {
            throw Trouble.usage("--priority is one in a queue: name that with --queue NAME");
        }
        Submission asked = new Submission(machine, request(), key, idempotency, lane);
        RunId id;
        boolean live;
        try (Control control = shell.open()) {
            id = control.start(asked);
            live = control.liveness().live();
        }
        if (shell.json) return shell.json(new Started(id, machine));
        shell.say("%s is a run of %s%s.".formatted(id, machine, live ? "" : Orders.NO_ENGINE));
        return ExitCode.OK;
    }

    private Payload request() {
        try {
            return Json.payload(input);
        } catch (IllegalArgumentException e) {
            throw Trouble.usage(
                    "--input is the JSON of a request, not '%s': %s"
                            .formatted(Words.cut(input, 80), e.getMessage()));
        }
    }

    record Started(RunId id, String machine) {}
}
