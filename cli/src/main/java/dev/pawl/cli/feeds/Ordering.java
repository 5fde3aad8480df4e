package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Place;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.Control;
import dev.pawl.feeds.Timetable;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Start;
import dev.pawl.orchestrator.Order;
import dev.pawl.run.Failure;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunEnd;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Gives an order and says what came of it: to the engine that is open, or for the next one.
final class Ordering {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Desk desk;
    private final Shell shell;

    Ordering(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    int give(Order order) throws InterruptedException {
        return give(
                desk.feeds(0).orchestrator().order(order),
                response -> JsonCodec.JSON.decode(response, Order.Result.class).done());
    }

    int note(Start<Timetable.Entry> wish) throws InterruptedException {
        return give(
                wish,
                response ->
                        List.of(JsonCodec.JSON.decode(response, Timetable.Noted.class).words()));
    }

    private int give(Start<?> start, Function<Payload, List<String>> words)
            throws InterruptedException {
        Place place = desk.require();
        try (Control control = place.control()) {
            requireKnown(control, start.machine().name(), place);
            RunId id = control.start(Submission.of(start));
            if (!control.liveness().live()) {
                return tell(
                        id,
                        false,
                        List.of(
                                "no engine is open: the order is stored, and the next `pawl feeds"
                                        + " run` carries it out first"));
            }
            Optional<Run> end = await(control, id);
            if (end.isEmpty()) return tell(id, true, List.of("the engine has not done it yet"));
            return tell(id, true, words.apply(response(end.get())));
        }
    }

    private static void requireKnown(Control control, String machine, Place place) {
        boolean known =
                control.definitions().stream().anyMatch(each -> each.name().equals(machine));
        if (!known) throw Desk.nothing(place);
    }

    private Optional<Run> await(Control control, RunId id) throws InterruptedException {
        Instant until = shell.now().plus(PATIENCE);
        Run run = control.run(id);
        while (!run.status().isEnd() && shell.now().isBefore(until)) {
            if (shell.ending.isWantedWithin(LOOK)) break;
            run = control.run(id);
        }
        return run.status().isEnd() ? Optional.of(run) : Optional.empty();
    }

    /// Returns what a run that carried an order out answered; throws what it was refused with.
    static Payload response(Run run) {
        Payload response = run.data().response();
        if (run.status() == RunStatus.COMPLETED && response != null) return response;
        throw Trouble.refused(
                Optional.ofNullable(run.condition().ending())
                        .map(RunEnd::failure)
                        .map(Failure::message)
                        .orElse("run %s ended as %s".formatted(run.id(), run.status())));
    }

    private int tell(RunId id, boolean live, List<String> done) {
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("run", id.toString());
            json.put("engine", live);
            json.put("done", done);
            return shell.json(json);
        }
        done.forEach(shell::say);
        return ExitCode.OK;
    }
}
