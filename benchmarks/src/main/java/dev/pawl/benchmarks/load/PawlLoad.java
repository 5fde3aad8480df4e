package dev.pawl.benchmarks.load;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.EngineOptions;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import dev.pawl.store.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps a number of five-step runs going in an engine: when one ends, the next one starts.
public final class PawlLoad implements Load {
    private final Semaphore room;
    private final LongAdder steps = new LongAdder();
    private final AtomicReference<@Nullable String> problem = new AtomicReference<>();
    private final List<Thread> starters = new ArrayList<>();
    private final Engine engine;
    private volatile boolean stopped;

    private PawlLoad(Path home, int atOnce, Consumer<EngineOptions> more) {
        room = new Semaphore(atOnce);
        engine =
                Engine.open(
                        SqliteStore.open(home),
                        options -> {
                            options.machines(FiveSteps.MACHINE).listener(this::onEvent);
                            more.accept(options.drain(Duration.ofSeconds(5)));
                        });
    }

    public static PawlLoad open(Path home, int atOnce) {
        return open(home, atOnce, options -> {});
    }

    public static PawlLoad open(Path home, int atOnce, Consumer<EngineOptions> more) {
        PawlLoad load = new PawlLoad(home, atOnce, more);
        for (int i = 0; i < atOnce; i++) {
            load.starters.add(Thread.startVirtualThread(load::start));
        }
        return load;
    }

    @Override
    public long steps() {
        return steps.sum();
    }

    @Override
    public void check() {
        String found = problem.get();
        if (found != null) throw new IllegalStateException("the load on Pawl stopped: " + found);
    }

    @Override
    public void close() {
        stopped = true;
        room.release(starters.size());
        Threads.joinAll(starters);
        engine.close();
    }

    private void start() {
        try {
            while (true) {
                room.acquire();
                if (stopped) return;
                var _ = engine.start(FiveSteps.MACHINE.start(FiveSteps.REQUEST));
            }
        } catch (InterruptedException | RuntimeException e) {
            problem.set(String.valueOf(e));
        }
    }

    private void onEvent(EngineEvent event) {
        if (event instanceof EngineEvent.StoreFailed(String why)) problem.set(why);
        if (!(event instanceof EngineEvent.RunChanged changed) || changed.before() == null) return;
        Run run = changed.after();
        if (!run.machine().equals(FiveSteps.MACHINE.name())) return;
        steps.increment();
        if (!run.status().isEnd()) return;
        if (run.status() != RunStatus.COMPLETED) problem.set("a run ended as " + run.status());
        room.release();
    }
}
