package dev.pawl.engine.internal.time;

import dev.pawl.engine.Signal;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.store.Wake;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Wakes runs when their time has come, and rings alarms that live in memory alone.
///
/// The hard idea: a million waiting runs must cost neither memory nor a scan. Only the earliest
/// wakes are in memory, up to a horizon; what lies beyond is in the store, which is asked again
/// when the horizon is reached. A wake that is out of date does no harm: the decision finds that
/// nothing is due.
public final class Timers {
    /// How many wakes one look into the store brings.
    public static final int WINDOW = 10_000;

    private static final int WINDOW_MAX = 5 * WINDOW;

    /// How long what could not be started waits.
    private static final Duration AGAIN = Duration.ofSeconds(1);

    private final Kernel kernel;
    private final Signal changed = new Signal();
    private final TreeSet<Entry> entries = new TreeSet<>(Entry.ORDER);
    private final Map<RunId, Entry> byRun = new HashMap<>();
    private Instant horizon = Instant.MIN;
    private long alarms;

    public Timers(Kernel kernel) {
        this.kernel = kernel;
    }

    /// Starts to wake runs; `due` gets each run and its time, and must not block.
    public void start(BiConsumer<RunId, Instant> due) {
        kernel.loop("timers", () -> turn(due));
    }

    /// Takes note of when a run wants to be woken, if at all.
    public void set(Run run) {
        Instant wake = run.wake().orElse(null);
        boolean earlier;
        synchronized (this) {
            Entry before = byRun.remove(run.id());
            if (before != null) entries.remove(before);
            if (wake == null || wake.isAfter(horizon)) return;
            earlier = add(new Entry(wake, run.id().value(), run.id(), null));
            trim();
        }
        if (earlier) kernel.host.raise(changed);
    }

    /// Forgets a run that another node wakes.
    public synchronized void forget(RunId run) {
        Entry before = byRun.remove(run);
        if (before != null) entries.remove(before);
    }

    /// Forgets all wakes of runs and asks the store again: this node owns other runs now.
    public void reload() {
        synchronized (this) {
            entries.removeIf(entry -> entry.run() != null);
            byRun.clear();
            horizon = Instant.MIN;
        }
        kernel.host.raise(changed);
    }

    /// Rings at a time, unless it is cancelled before; `bell` must not block.
    public Alarm alarm(Instant at, Runnable bell) {
        Entry entry;
        boolean earlier;
        synchronized (this) {
            entry = new Entry(at, --alarms, null, bell);
            earlier = add(entry);
        }
        if (earlier) kernel.host.raise(changed);
        return () -> remove(entry);
    }

    public void close() {
        kernel.host.raise(changed);
    }

    private synchronized void remove(Entry entry) {
        entries.remove(entry);
    }

    private boolean add(Entry entry) {
        entries.add(entry);
        if (entry.run() != null) byRun.put(entry.run(), entry);
        return entries.first().equals(entry);
    }

    private void turn(BiConsumer<RunId, Instant> due) {
        Instant now = kernel.now();
        Entry next = pollDue(now);
        if (next != null) {
            ringOrPutOff(next, due);
        } else if (needsRefill(now)) {
            refill();
        } else {
            sleep();
        }
    }

    private synchronized @Nullable Entry pollDue(Instant now) {
        if (entries.isEmpty() || entries.first().at().isAfter(now)) return null;
        Entry next = entries.removeFirst();
        if (next.run() != null) byRun.remove(next.run());
        return next;
    }

    /// Nothing else would wake the run, so what cannot be done now is done later.
    private void ringOrPutOff(Entry entry, BiConsumer<RunId, Instant> due) {
        try {
            ring(entry, due);
        } catch (RuntimeException | Error e) {
            kernel.requireHost();
            putOff(entry, kernel.now().plus(AGAIN));
            throw e;
        }
    }

    private synchronized void putOff(Entry entry, Instant until) {
        boolean newer = entry.run() != null && byRun.containsKey(entry.run());
        if (!newer) add(new Entry(until, entry.order(), entry.run(), entry.bell()));
    }

    private void ring(Entry entry, BiConsumer<RunId, Instant> due) {
        if (entry.bell() != null) entry.bell().run();
        if (entry.run() != null) due.accept(entry.run(), entry.at());
    }

    private synchronized boolean needsRefill(Instant now) {
        return !horizon.isAfter(now);
    }

    /// Loads the earliest wakes. While the store is asked, every new wake is taken into memory.
    private void refill() {
        synchronized (this) {
            horizon = Instant.MAX;
        }
        List<Wake> wakes;
        try {
            wakes = kernel.store.wakes(WINDOW);
        } catch (RuntimeException | Error e) {
            // Not knowing them is not the same as there being none.
            reload();
            throw e;
        }
        synchronized (this) {
            for (Wake wake : wakes) {
                RunId run = wake.run();
                if (!byRun.containsKey(run)) add(new Entry(wake.at(), run.value(), run, null));
            }
            if (wakes.size() == WINDOW) horizon = wakes.getLast().at();
        }
    }

    /// Forgets the later half of the wakes when there are too many; the store has them.
    private void trim() {
        if (byRun.size() <= WINDOW_MAX) return;
        Iterator<Entry> latest = entries.descendingIterator();
        while (byRun.size() > WINDOW_MAX / 2) {
            Entry entry = latest.next();
            // Alarms are in memory alone.
            if (entry.run() == null) continue;
            latest.remove();
            byRun.remove(entry.run());
            horizon = entry.at().minusNanos(1);
        }
    }

    private void sleep() {
        Instant until;
        synchronized (this) {
            until = entries.isEmpty() ? Instant.MAX : entries.first().at();
            if (horizon.isBefore(until)) until = horizon;
        }
        try {
            kernel.host.await(changed, until);
        } catch (InterruptedException _) {
            // This task is never interrupted; looking once more does no harm.
        }
    }

    /// A bell that can be kept from ringing.
    @FunctionalInterface
    public interface Alarm {
        void cancel();
    }

    private record Entry(Instant at, long order, @Nullable RunId run, @Nullable Runnable bell) {
        static final Comparator<Entry> ORDER =
                Comparator.comparing(Entry::at).thenComparingLong(Entry::order);
    }
}
