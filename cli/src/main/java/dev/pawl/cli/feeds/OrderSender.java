package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.GetLiveness;
import dev.pawl.engine.control.ControlRequest.GetRun;
import dev.pawl.engine.control.ControlRequest.ListDefinitions;
import dev.pawl.engine.control.ControlRequest.StartRun;
import dev.pawl.feeds.FeedSchedules;
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

/// Sends an order to the open engine, or stores it for the next one, and prints the result.
final class OrderSender {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration INTERVAL = Duration.ofMillis(50);

    private final FeedsContext context;
    private final Shell shell;

    OrderSender(FeedsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    int send(Order order) throws InterruptedException {
        return send(
                context.feeds().orchestrator().order(order),
                response -> JsonCodec.JSON.decode(response, Order.Result.class).done());
    }

    int sendSchedule(Start<FeedSchedules.Entry> start) throws InterruptedException {
        return send(
                start,
                response ->
                        List.of(
                                JsonCodec.JSON
                                        .decode(response, FeedSchedules.Result.class)
                                        .words()));
    }

    private int send(Start<?> start, Function<Payload, List<String>> sentences)
            throws InterruptedException {
        StoreLocation location = context.require();
        try (Control control = location.control()) {
            requireKnown(control, start.machine().name(), location);
            RunId id = control.execute(new StartRun(Submission.of(start)));
            if (!control.execute(new GetLiveness()).live()) {
                return print(
                        id,
                        false,
                        List.of(
                                "no engine is open: the order is stored, and the next `pawl feeds"
                                        + " run` carries it out first"));
            }
            Optional<Run> end = await(control, id);
            if (end.isEmpty())
                return print(
                        id,
                        true,
                        List.of("the engine has the order but has not carried it out yet"));
            return print(id, true, sentences.apply(response(end.get())));
        }
    }

    private static void requireKnown(Control control, String machine, StoreLocation location) {
        boolean known =
                control.execute(new ListDefinitions()).stream()
                        .anyMatch(each -> each.name().equals(machine));
        if (!known) throw FeedsContext.notLoaded(location);
    }

    private Optional<Run> await(Control control, RunId id) throws InterruptedException {
        Instant until = shell.now().plus(TIMEOUT);
        Run run = control.execute(new GetRun(id));
        while (!run.status().isEnd() && shell.now().isBefore(until)) {
            if (shell.shutdown.isRequestedWithin(INTERVAL)) break;
            run = control.execute(new GetRun(id));
        }
        return run.status().isEnd() ? Optional.of(run) : Optional.empty();
    }

    /// Returns the response of a run that carried out an order; throws the reason if it was
    /// refused.
    static Payload response(Run run) {
        Payload response = run.data().response();
        if (run.status() == RunStatus.COMPLETED && response != null) return response;
        throw CommandException.refused(
                Optional.ofNullable(run.condition().ending())
                        .map(RunEnd::failure)
                        .map(Failure::message)
                        .orElse("run %s ended as %s".formatted(run.id(), run.status())));
    }

    private int print(RunId id, boolean live, List<String> done) {
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
