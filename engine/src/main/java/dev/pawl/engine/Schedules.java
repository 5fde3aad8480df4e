package dev.pawl.engine;

import dev.pawl.engine.internal.kernel.EngineDocuments;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.internal.kernel.RunLock;
import dev.pawl.engine.internal.loop.Launcher;
import dev.pawl.engine.internal.time.Cadence;
import dev.pawl.engine.internal.time.CatchUp;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Guard;
import dev.pawl.engine.store.NamedDocument;
import dev.pawl.engine.store.StoreException;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import dev.pawl.run.Payload;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/// The schedules of an engine: durable, and each fire starts its run exactly once.
///
/// A fire commits the start of its run and the schedule's next time together. Where nodes share the
/// store, the first node fires: the oldest one on time, and the others if it does not. A schedule
/// that has changed meanwhile is read again.
public final class Schedules {
    /// How long a node waits for each one that is older to fire a schedule.
    private static final Duration AFTER_OLDER = Duration.ofSeconds(2);

    private static final Duration TRY_AGAIN_AFTER = Duration.ofMinutes(1);

    /// More than a year of jitter is a mistake, and a `long` of nanoseconds ends after 292.
    private static final Duration JITTER_MAX = Duration.ofDays(365);

    private final Kernel kernel;
    private final Registry registry;
    private final ConcurrentSkipListMap<String, Planned> plans = new ConcurrentSkipListMap<>();
    private final Signal changed = new Signal();

    /// Held by whatever changes a schedule: a fire takes several commits, and must not bring back
    /// what an operator has changed or removed in between.
    private final RunLock changing = new RunLock();

    Schedules(Kernel kernel, Registry registry) {
        this.kernel = kernel;
        this.registry = registry;
    }

    /// Adds a schedule or changes its plan, durably.
    public void set(Schedule schedule) {
        kernel.requireOpen();
        registry.machine(schedule.machine());
        Instant next = first(schedule);
        exclusively(() -> put(schedule.fired(next, schedule.lastRun())));
    }

    /// Removes a schedule; runs that it started continue.
    public void remove(String name) {
        kernel.requireOpen();
        exclusively(() -> {
            planned(name);
            kernel.commitNow(Commit.of(new NamedDocument(NamedDocument.Kind.SCHEDULE, name, null)));
            plans.remove(name);
        });
        kernel.host.raise(changed);
    }

    /// Lets a schedule fire no more, or again: what it missed meanwhile is lost.
    public void pause(String name, boolean on) {
        kernel.requireOpen();
        exclusively(() -> putPaused(name, on));
    }

    private void putPaused(String name, boolean on) {
        while (true) {
            Planned present = planned(name);
            Schedule changed = present.schedule().paused(on);
            if (!on) changed = changed.fired(first(changed), changed.lastRun());
            try {
                put(changed, present.stored());
                return;
            } catch (StoreException e) {
                if (e.kind() != StoreException.Kind.GUARD_FAILED) throw e;
                reload();
            }
        }
    }

    /// Returns all schedules, by name.
    public List<Schedule> all() {
        return plans.values().stream().map(Planned::schedule).toList();
    }

    /// Returns a schedule.
    public Schedule schedule(String name) {
        return planned(name).schedule();
    }

    void open(List<Schedule> declared) {
        Instant now = kernel.now();
        for (NamedDocument document : kernel.store.documents(NamedDocument.Kind.SCHEDULE)) {
            Schedule stored = EngineDocuments.decode(document, Schedule.class);
            plan(caughtUp(stored, now), stored);
        }
        for (Schedule schedule : declared) {
            Planned stored = plans.get(schedule.name());
            if (stored == null || !stored.schedule().isSamePlan(schedule)) set(schedule);
        }
    }

    /// Takes over schedules that another node may have changed.
    void reload() {
        Map<String, Schedule> stored = new HashMap<>();
        for (NamedDocument document : kernel.store.documents(NamedDocument.Kind.SCHEDULE)) {
            stored.put(document.name(), EngineDocuments.decode(document, Schedule.class));
        }
        plans.keySet().retainAll(stored.keySet());
        for (Schedule schedule : stored.values()) {
            Planned known = plans.get(schedule.name());
            if (known == null || !known.stored().equals(schedule)) plan(schedule, schedule);
        }
        kernel.host.raise(changed);
    }

    void start(Launcher launcher) {
        kernel.loop("schedules", () -> turn(launcher));
    }

    void close() {
        kernel.host.raise(changed);
    }

    /// Drops fires that were missed while no engine was open, if the plan says so.
    private static Schedule caughtUp(Schedule schedule, Instant now) {
        Instant next = schedule.nextAt();
        boolean late = next != null && next.isBefore(now);
        boolean drops = schedule.rules().missed() == Schedule.Missed.SKIP;
        if (next == null || !late || !drops) return schedule;
        return schedule.fired(following(schedule, next, now), schedule.lastRun());
    }

    private Instant first(Schedule schedule) {
        return Cadence.parse(schedule.spec())
                .next(kernel.now())
                .orElseThrow(() ->
                        new Refused(
                                "schedule '%s' would never fire: %s"
                                        .formatted(schedule.name(), schedule.spec())));
    }

    private void put(Schedule schedule) {
        kernel.commitNow(Commit.of(document(schedule)));
        plan(schedule, schedule);
        kernel.host.raise(changed);
    }

    private void plan(Schedule schedule, Schedule stored) {
        Instant next = schedule.nextAt();
        Duration jitter = schedule.rules().jitter();
        Duration most = jitter.compareTo(JITTER_MAX) < 0 ? jitter : JITTER_MAX;
        double part = kernel.host.random().nextDouble();
        long nanos = most.isPositive() ? (long) (most.toNanos() * part) : 0;
        Duration rank = AFTER_OLDER.multipliedBy(kernel.node.rank());
        Instant due = next == null ? Instant.MAX : next.plusNanos(nanos).plus(rank);
        Instant fires = schedule.paused() ? Instant.MAX : due;
        plans.put(schedule.name(), new Planned(schedule, stored, fires));
    }

    private void turn(Launcher launcher) {
        Instant now = kernel.now();
        Instant next = Instant.MAX;
        for (Planned planned : plans.values()) {
            boolean known = registry.find(planned.schedule().machine()).isPresent();
            if (known && !planned.due().isAfter(now)) {
                exclusively(() -> fireOrPutOff(planned, launcher));
            }
            Planned after = plans.get(planned.schedule().name());
            if (known && after != null && after.due().isBefore(next)) next = after.due();
        }
        try {
            kernel.host.await(changed, next);
        } catch (InterruptedException _) {
            // This task is never interrupted; looking once more does no harm.
        }
    }

    private void exclusively(Runnable change) {
        changing.exclusively(kernel.host, change);
    }

    /// Fires one schedule, unless it has changed since. If its run cannot be started, that is
    /// reported and tried again later: it must not keep the others from firing.
    private void fireOrPutOff(Planned planned, Launcher launcher) {
        if (!planned.equals(plans.get(planned.schedule().name()))) return;
        try {
            fireDue(planned, launcher);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            String name = planned.schedule().name();
            kernel.failed("schedule " + name, e);
            Instant later = kernel.now().plus(TRY_AGAIN_AFTER);
            plans.put(name, new Planned(planned.schedule(), planned.stored(), later));
        }
    }

    /// Fires what is due, and reports if more was missed than is caught up.
    private void fireDue(Planned planned, Launcher launcher) {
        Schedule schedule = planned.schedule();
        Instant due = schedule.nextAt();
        if (due == null) return;
        boolean all = schedule.rules().missed() == Schedule.Missed.ALL;
        CatchUp left =
                all
                        ? CatchUp.of(Cadence.parse(schedule.spec()), due, kernel.now())
                        : new CatchUp(due, 0);
        Schedule next = schedule.fired(left.from(), schedule.lastRun());
        try {
            fire(new Planned(next, planned.stored(), left.from()), launcher);
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.GUARD_FAILED) throw e;
            reload();
            return;
        }
        if (left.dropped() > 0) {
            kernel.publish(new EngineEvent.FiresDropped(schedule.name(), left.dropped()));
        }
    }

    private void fire(Planned planned, Launcher launcher) {
        Schedule schedule = planned.schedule();
        Instant next = nextAfter(schedule, planned.due());
        Schedule skipped = schedule.fired(next, schedule.lastRun());
        try {
            if (isOverlapping(schedule)) {
                put(skipped, planned.stored());
                return;
            }
            Machine<?, ?> machine = registry.machine(schedule.machine());
            List<NamedDocument> documents = List.of(document(skipped));
            RunId run =
                    launcher.start(
                            start(schedule, machine), documents, unchanged(planned.stored()));
            put(schedule.fired(next, run.toString()), skipped);
        } catch (Refused.AlreadyRunning _) {
            put(skipped, planned.stored());
        }
    }

    /// Makes a schedule durable, if it is stored as it was.
    private void put(Schedule schedule, Schedule stored) {
        kernel.commitNow(Commit.of(document(schedule)).under(unchanged(stored)));
        plan(schedule, schedule);
        kernel.host.raise(changed);
    }

    private static List<Guard> unchanged(Schedule stored) {
        return List.of(new Guard.Same(document(stored)));
    }

    private boolean isOverlapping(Schedule schedule) {
        if (schedule.rules().overlap() != Schedule.Overlap.SKIP) return false;
        return kernel.store.live(schedule.machine(), key(schedule)).isPresent();
    }

    private static <I> Start<I> start(Schedule schedule, Machine<I, ?> machine) {
        I request = machine.codec().decode(Payload.of(schedule.request()), machine.requestType());
        Start<I> start =
                machine.start(request)
                        .key(key(schedule))
                        .unique(policy(schedule.rules().overlap()))
                        .idempotency(key(schedule) + " at " + schedule.nextAt());
        String queue = schedule.rules().queue();
        return queue == null ? start : start.queue(queue);
    }

    private static String key(Schedule schedule) {
        return "schedule " + schedule.name();
    }

    private static Uniqueness policy(Schedule.Overlap overlap) {
        return switch (overlap) {
            case SKIP -> Uniqueness.REJECT;
            case QUEUE -> Uniqueness.QUEUE_BEHIND;
            case ALLOW -> Uniqueness.ALLOW;
            case REPLACE -> Uniqueness.REPLACE;
        };
    }

    /// Returns the fire after the one of `fireAt`: the next one in order if all that were missed
    /// are caught up, otherwise the next one in the future.
    private @Nullable Instant nextAfter(Schedule schedule, Instant fireAt) {
        Instant now = kernel.now();
        Optional<Instant> next = Cadence.parse(schedule.spec()).next(fireAt);
        boolean all = schedule.rules().missed() == Schedule.Missed.ALL;
        if (all || next.isEmpty() || next.get().isAfter(now)) return next.orElse(null);
        return following(schedule, fireAt, now);
    }

    /// Returns the first fire in the future, counted on from `from`.
    private static @Nullable Instant following(Schedule schedule, Instant from, Instant now) {
        Cadence cadence = Cadence.parse(schedule.spec());
        if (!(cadence instanceof Cadence.Every(Duration interval))) {
            return cadence.next(now).orElse(null);
        }
        long missed = Duration.between(from, now).dividedBy(interval);
        return from.plus(interval.multipliedBy(missed + 1));
    }

    private Planned planned(String name) {
        Planned planned = plans.get(name);
        if (planned == null) {
            throw new Refused.UnknownSchedule(name, String.join(", ", plans.keySet()));
        }
        return planned;
    }

    private static NamedDocument document(Schedule schedule) {
        return new NamedDocument(
                NamedDocument.Kind.SCHEDULE, schedule.name(), JsonCodec.JSON.encode(schedule));
    }

    /// A schedule as it continues, as it is stored, and when it fires.
    private record Planned(Schedule schedule, Schedule stored, Instant due) {}
}
