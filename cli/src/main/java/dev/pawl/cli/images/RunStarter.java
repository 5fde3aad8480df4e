package dev.pawl.cli.images;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.engine.control.ControlRequest.ListDefinitions;
import dev.pawl.engine.control.ControlRequest.StartRun;
import dev.pawl.engine.store.StoreException;
import dev.pawl.images.Images;
import dev.pawl.images.request.ImageFailure;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Start;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// Starts a run for a command and prints its result.
final class RunStarter {
    private final Shell shell;
    private final Images images;

    RunStarter(ImagesContext context) throws IOException {
        this.shell = context.shell();
        this.images = context.images();
    }

    Images images() {
        return images;
    }

    /// Starts a run, waits for its end, and prints its response with `printer`.
    <O> int await(Start<?> start, Class<O> type, ToIntFunction<O> printer)
            throws IOException, InterruptedException {
        return shell.shutdown.during(() -> {
            try (ImagesSession session = ImagesSession.open(shell, images)) {
                RunId id = session.start(start);
                Optional<Run> end = session.await(shell, id);
                return end.map(run -> answer(run, type, printer)).orElseGet(() -> interrupted(id));
            }
        });
    }

    /// Submits a run to the open engine, or to the next one.
    int submit(Start<?> start) {
        StoreLocation location = shell.location();
        // The definition must be in the store before another process can start the run.
        if (!isKnown(location, start.machine().name())) ImagesSession.open(shell, images).close();
        RunId id;
        boolean live;
        try (Control control = location.control()) {
            id = control.execute(new StartRun(Submission.of(start)));
            live = control.execute(new GetLiveness()).live();
        }
        if (shell.json) return shell.json(Map.of("run", id.toString(), "engine", live));
        shell.say(
                live
                        ? "Run %s is submitted; follow it with `pawl run show %s`."
                                .formatted(id, id)
                        : ("Run %s is stored. No engine is open; the next `pawl images` command"
                                        + " that opens one executes it.")
                                .formatted(id));
        return ExitCode.OK;
    }

    private static boolean isKnown(StoreLocation location, String machine) {
        try {
            location.require();
            try (Control control = location.control()) {
                return control.execute(new ListDefinitions()).stream()
                        .anyMatch(each -> each.name().equals(machine));
            }
        } catch (CommandException | StoreException _) {
            // There is no store yet; for any other cause, opening it reports the error.
            return false;
        }
    }

    private int interrupted(RunId id) {
        shell.warn("interrupted; the same command resumes run " + id);
        return ImagesExit.INTERRUPTED;
    }

    private <O> int answer(Run run, Class<O> type, ToIntFunction<O> printer) {
        Payload response = run.data().response();
        if (run.status() == RunStatus.COMPLETED && response != null) {
            return printer.applyAsInt(JsonCodec.JSON.decode(response, type));
        }
        String reason = ImageFailure.reason(Optional.ofNullable(run.condition().ending()));
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("error", reason);
            json.put("status", run.status());
            json.put("run", run.id().toString());
            shell.json(json);
        } else {
            shell.err.println("pawl: " + shell.paint.red(reason));
            shell.err.println("pawl: details: `pawl run show %s`".formatted(run.id()));
        }
        return ImagesExit.of(ImageFailure.of(reason));
    }
}
