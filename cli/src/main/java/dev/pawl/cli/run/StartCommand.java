package dev.pawl.cli.run;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.engine.control.ControlRequest.StartRun;
import dev.pawl.run.QueuePlace;
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
            "Starts a run of a machine and returns immediately.",
            "An open engine executes it; without one the run is stored for the next engine."
        },
        footer = {
            "",
            "Examples:",
            "  pawl start order --input '{\"item\": \"lamp\", \"amount\": 40}' --key customer-7",
            "  pawl machines   list the machines that the store knows"
        })
final class StartCommand implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "MACHINE", description = "Name of the machine.")
    String machine = "";

    @Option(
            names = "--input",
            paramLabel = "JSON",
            required = true,
            description = "Request, in the JSON format of the machine's request class.")
    String input = "";

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description =
                    "Key of the resource that the run works on. The machine's policy decides what"
                            + " happens if a run with this key is live.")
    @Nullable String key;

    @Option(
            names = "--idempotency",
            paramLabel = "KEY",
            description = "Idempotency key: starting twice with the same key starts one run.")
    @Nullable String idempotency;

    @Option(names = "--queue", paramLabel = "NAME", description = "Queue that admits the run.")
    @Nullable String queue;

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "Priority in the queue; higher starts first (default: 0).")
    int priority;

    StartCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        QueuePlace place = queue == null ? null : new QueuePlace(queue, priority);
        if (place == null && priority != 0) {
            throw CommandException.usage("--priority needs a queue: add --queue NAME");
        }
        Submission asked =
                new Submission(machine, RequestJson.payload(input), key, idempotency, place);
        RunId id;
        boolean live;
        try (Control control = shell.open()) {
            id = control.execute(new StartRun(asked));
            live = control.execute(new GetLiveness()).live();
        }
        if (shell.json) return shell.json(new Started(id, machine));
        shell.say("Started run %s of %s%s.".formatted(id, machine, live ? "" : RunOrder.NO_ENGINE));
        return ExitCode.OK;
    }

    record Started(RunId id, String machine) {}
}
