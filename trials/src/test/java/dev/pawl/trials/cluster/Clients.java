package dev.pawl.trials.cluster;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.PostgresStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The test's own engine, which has no machines: it sends each event that runs wait for once.
///
/// An acknowledged event is never sent again: if it were lost, its run would not end.
final class Clients implements AutoCloseable {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final Engine engine;
    private final Set<RunId> sent = new HashSet<>();
    private final ConcurrentLinkedQueue<String> failedTasks = new ConcurrentLinkedQueue<>();

    Clients(String url, Duration lease) {
        this.engine =
                Engine.open(
                        PostgresStore.open(url, NodeMain::timeouts),
                        options ->
                                options.node("clients")
                                        .lease(lease, lease.dividedBy(4))
                                        .listener(this::onEvent));
    }

    private void onEvent(EngineEvent event) {
        if (event instanceof EngineEvent.TaskFailed failed) {
            failedTasks.add(failed.toString().replace('\n', ' '));
        }
    }

    List<String> failedTasks() {
        return new ArrayList<>(failedTasks);
    }

    int sent() {
        return sent.size();
    }

    /// Sends to every live run that waits, or will wait, for an event and has not received it.
    void send() {
        List<Run> live =
                ask(() ->
                                engine.runs(
                                        Filter.ALL.machine("waiter").live(),
                                        Page.oldest(Page.LIMIT_MAX)))
                        .orElse(List.of());
        for (Run run : live) {
            if (sent.contains(run.id())) continue;
            Optional<Boolean> done =
                    ask(() -> {
                        engine.send(run.id(), new Workload.Go());
                        return true;
                    });
            if (done.isPresent()) sent.add(run.id());
        }
    }

    /// Pauses the schedule; false if the database is unavailable.
    boolean pauseSchedule() {
        return ask(
                        () -> {
                            engine.schedules().pause(Workload.TICK, true);
                            return true;
                        })
                .orElse(false);
    }

    boolean isIdle() {
        return ask(() -> engine.count(Filter.ALL.live()) == 0).orElse(false);
    }

    /// Returns why runs are live that should have ended.
    List<String> live() {
        List<String> lines = new ArrayList<>();
        for (Run run : engine.runs(Filter.ALL.live(), Page.oldest(20))) {
            lines.add("%s %s".formatted(run, engine.why(run.id()).text()));
            engine.history(run.id(), 0, 50).forEach(entry -> lines.add("    " + entry));
        }
        return lines;
    }

    /// Sends events until a condition holds; false if it does not in time.
    boolean sendUntil(BooleanSupplier condition, Duration atMost) throws InterruptedException {
        Instant end = Instant.now().plus(atMost);
        Object waiting = new Object();
        while (!condition.getAsBoolean()) {
            if (Instant.now().isAfter(end)) return false;
            send();
            synchronized (waiting) {
                waiting.wait(LOOK_AGAIN.toMillis());
            }
        }
        return true;
    }

    @Override
    public void close() {
        engine.close();
    }

    /// Tries once; empty if the database is unavailable, or the run ended meanwhile.
    private static <T> Optional<T> ask(Supplier<T> question) {
        try {
            return Optional.of(question.get());
        } catch (StoreException e) {
            boolean passing = e.kind().isTransient() || e.kind() == StoreException.Kind.FENCED;
            if (!passing) throw e;
            return Optional.empty();
        } catch (Refused e) {
            if (e instanceof Refused.Closed) throw e;
            return Optional.empty();
        }
    }
}
