package dev.pawl.trials.cluster;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.StoreException;
import dev.pawl.run.RunId;
import dev.pawl.store.PostgresOptions;
import dev.pawl.store.PostgresStore;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// The process of a node: it starts its share of the runs, and executes the runs that it gets. It
/// closes gracefully when its input ends, which also happens when its parent ends.
final class NodeMain {
    static final String DONE = "done";
    static final String TASK_FAILED = "TaskFailed";

    private static final Duration AGAIN = Duration.ofMillis(200);

    private final NodeSettings settings;
    private final Workload workload;
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<String> failure = new AtomicReference<>("");

    private NodeMain(NodeSettings settings) {
        this.settings = settings;
        ExternalSystem external = new ExternalSystem(settings.url());
        this.workload = new Workload(settings.name(), external, settings.rate());
    }

    static void main(String[] arguments) throws Exception {
        new NodeMain(NodeSettings.parse(arguments)).run();
    }

    private void run() throws InterruptedException {
        try (Engine engine = open()) {
            print("open");
            Thread.ofPlatform().daemon().start(() -> startAll(engine));
            Thread.ofPlatform().daemon().start(this::awaitEnd);
            over.await();
            print("closing");
        }
        if (!failure.get().isEmpty()) throw new IllegalStateException(failure.get());
    }

    /// The server may be unavailable at this moment.
    private Engine open() {
        while (true) {
            try {
                PostgresStore store = PostgresStore.open(settings.url(), NodeMain::timeouts);
                return Engine.open(
                        store,
                        options -> {
                            workload.register(options);
                            options.node(settings.name())
                                    .lease(settings.lease(), settings.heartbeat())
                                    .drain(Duration.ofSeconds(5))
                                    .listener(this::onEvent);
                        });
            } catch (StoreException e) {
                print("cannot open yet: " + e);
                LockSupport.parkNanos(AGAIN.toNanos());
            }
        }
    }

    static void timeouts(PostgresOptions options) {
        options.connectTimeout(Duration.ofSeconds(2))
                .commitTimeout(Duration.ofSeconds(2))
                .readTimeout(Duration.ofSeconds(3));
    }

    private void onEvent(EngineEvent event) {
        switch (event) {
            case EngineEvent.RunChanged _ -> {}
            case EngineEvent.AttemptStarted _ -> {}
            case EngineEvent.AttemptEnded _ -> {}
            case EngineEvent.TaskFailed(var task, var problem) ->
                    print("%s %s: %s".formatted(TASK_FAILED, task, problem));
            case EngineEvent.StoreFailed(var problem) -> {
                print("the store failed: " + problem);
                failure.set(problem);
                over.countDown();
            }
            default -> print(event.toString());
        }
    }

    private void awaitEnd() {
        try {
            long _ = System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            print("input: " + e);
        }
        over.countDown();
    }

    private void startAll(Engine engine) {
        Set<String> known = new HashSet<>(acknowledged());
        for (int number = 0; number < settings.runs(); number++) {
            boolean mine = settings.starts(number) && !known.contains(Integer.toString(number));
            if (!mine) continue;
            if (!start(engine, number)) return;
            LockSupport.parkNanos(settings.pace().toNanos());
        }
        if (!known.contains(DONE)) acknowledge(DONE);
    }

    /// Starts a run, with as many tries as needed; false if the engine closes.
    private boolean start(Engine engine, int number) {
        while (over.getCount() > 0) {
            try {
                RunId id = engine.start(workload.start(number));
                acknowledge(number + " " + id);
                return true;
            } catch (Refused.Closed e) {
                return false;
            } catch (StoreException e) {
                print("start %d: %s".formatted(number, e));
                LockSupport.parkNanos(AGAIN.toNanos());
            }
        }
        return false;
    }

    private Set<String> acknowledged() {
        Set<String> first = new HashSet<>();
        try {
            if (!Files.exists(settings.acks())) return first;
            for (String line : Files.readAllLines(settings.acks())) {
                first.add(line.split(" ", -1)[0]);
            }
            return first;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void acknowledge(String line) {
        try {
            Files.writeString(
                    settings.acks(),
                    line + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void print(String line) {
        System.out.println(Instant.now() + " " + line.replace('\n', ' '));
    }
}
