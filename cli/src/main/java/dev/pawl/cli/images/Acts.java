package dev.pawl.cli.images;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Place;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.store.StoreException;
import dev.pawl.images.Fault;
import dev.pawl.images.Images;
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

/// Starts a run for a command and says what came of it.
final class Acts {
    private final Shell shell;
    private final Images images;

    Acts(Shelf shelf) throws IOException {
        this.shell = shelf.shell();
        this.images = shelf.images();
    }

    Images images() {
        return images;
    }

    /// Starts a run, waits for its end, and lets `told` print what it answered with.
    <O> int await(Start<?> start, Class<O> type, ToIntFunction<O> told)
            throws IOException, InterruptedException {
        shell.ending.begin();
        try (Workplace workplace = Workplace.open(shell, images)) {
            RunId id = workplace.start(start);
            Optional<Run> end = workplace.await(shell, id);
            int code = end.map(run -> answer(run, type, told)).orElseGet(() -> interrupted(id));
            shell.ending.want(code);
            return code;
        } finally {
            shell.ending.done();
        }
    }

    /// Leaves a run to the engine that is open, or to the next one.
    int submit(Start<?> start) {
        Place place = shell.place();
        // The definition must be in the store before somebody else can start by it.
        if (!isKnown(place, start.machine().name())) Workplace.open(shell, images).close();
        RunId id;
        boolean live;
        try (Control control = place.control()) {
            id = control.start(Submission.of(start));
            live = control.liveness().live();
        }
        if (shell.json) return shell.json(Map.of("run", id.toString(), "engine", live));
        shell.say(
                live
                        ? "%s is under way; `pawl run show %s`".formatted(id, id)
                        : ("%s is stored; no engine is open: the next `pawl images` command that"
                                        + " opens one goes on with it")
                                .formatted(id));
        return ExitCode.OK;
    }

    private static boolean isKnown(Place place, String machine) {
        try {
            place.require();
            try (Control control = place.control()) {
                return control.definitions().stream().anyMatch(each -> each.name().equals(machine));
            }
        } catch (Trouble | StoreException _) {
            // There is no store yet. If it is something else, opening it tells what.
            return false;
        }
    }

    private int interrupted(RunId id) {
        shell.warn("interrupted; the same command goes on with run " + id);
        return ImagesExit.INTERRUPTED;
    }

    private <O> int answer(Run run, Class<O> type, ToIntFunction<O> told) {
        Payload response = run.data().response();
        if (run.status() == RunStatus.COMPLETED && response != null) {
            return told.applyAsInt(JsonCodec.JSON.decode(response, type));
        }
        String reason = Fault.reason(Optional.ofNullable(run.condition().ending()));
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("error", reason);
            json.put("status", run.status());
            json.put("run", run.id().toString());
            shell.json(json);
        } else {
            shell.err.println("pawl: " + shell.paint.red(reason));
            shell.err.println(
                    "pawl: the run is %s: `pawl run show %s`".formatted(run.id(), run.id()));
        }
        return ImagesExit.of(Fault.of(reason));
    }
}
