package dev.pawl.benchmarks.load;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Keeps a number of runs going that consist only of their writes: five each, one after the other.
public final class YardstickLoad implements Load {
    private final Yardstick yardstick;
    private final GroupWriter writer;
    private final LongAdder steps = new LongAdder();
    private final AtomicLong runs = new AtomicLong();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final List<Thread> callers = new ArrayList<>();
    private volatile boolean stopped;

    private YardstickLoad(Yardstick yardstick) {
        this.yardstick = yardstick;
        this.writer = new GroupWriter(yardstick);
    }

    public static YardstickLoad open(Yardstick yardstick, int atOnce) {
        YardstickLoad load = new YardstickLoad(yardstick);
        for (int i = 0; i < atOnce; i++) {
            load.callers.add(Thread.startVirtualThread(load::call));
        }
        return load;
    }

    @Override
    public long steps() {
        return steps.sum();
    }

    @Override
    public void check() {
        RuntimeException found = failure.get();
        if (found != null) throw found;
    }

    @Override
    public void close() throws IOException, SQLException {
        stopped = true;
        Threads.joinAll(callers);
        writer.close();
        yardstick.close();
    }

    private void call() {
        try {
            while (!stopped) {
                long run = runs.incrementAndGet();
                for (int step = 0; step < FiveSteps.STEPS; step++) {
                    writer.submit(new Transition(run, step));
                    steps.increment();
                }
            }
        } catch (RuntimeException e) {
            failure.set(e);
        }
    }
}
