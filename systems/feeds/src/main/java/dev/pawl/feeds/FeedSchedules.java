package dev.pawl.feeds;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Refused;
import dev.pawl.engine.Schedule;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Machine;
import dev.pawl.machine.Outcome;
import dev.pawl.machine.Start;
import dev.pawl.machine.Uniqueness;
import dev.pawl.orchestrator.Order;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Schedules that start sources. A run changes them, so that any process can request a change, and
/// the request waits in the store while no engine is open.
///
/// A schedule fires up to a minute late, so that many do not fire at once; it does not fire while
/// its previous order runs; and it fires once for all times that passed while no engine was open.
/// It starts idle sources and leaves active ones alone.
public final class FeedSchedules {
    private static final String EVERY = "every ";
    private static final Duration JITTER = Duration.ofMinutes(1);
    private static final int JITTER_PART = 10;

    private final Machine<Order, Order.Result> orders;
    private final Machine<Entry, Result> machine;
    private final AtomicReference<@Nullable Engine> engine = new AtomicReference<>();

    FeedSchedules(Machine<Order, Order.Result> orders) {
        this.orders = orders;
        this.machine =
                Machine.named("feeds-timetable", Entry.class, Result.class)
                        .step("note", this::change)
                        .unique(Uniqueness.ALLOW)
                        .build();
    }

    void register(EngineOptions options) {
        options.machines(machine);
        options.opening(engine::set);
    }

    Machine<Entry, Result> machine() {
        return machine;
    }

    /// Returns the start of a run that adds or changes a schedule; throws
    /// `IllegalArgumentException` if `spec` is neither `every PT6H` nor a cron expression.
    public Start<Entry> set(String name, String spec, Order order) {
        Entry entry = new Entry(name, spec, order.onlyIdle());
        schedule(entry, order);
        return machine.start(entry);
    }

    /// Returns the start of a run that removes a schedule.
    public Start<Entry> remove(String name) {
        return machine.start(new Entry(name, "", null));
    }

    /// Returns whether a schedule starts sources.
    public boolean has(Schedule schedule) {
        return schedule.machine().equals(orders.name());
    }

    private Outcome<Result> change(Attempt<Entry, Result> a) {
        Engine opened = engine.get();
        if (opened == null) {
            throw new IllegalStateException("expected an engine that registered feeds, found none");
        }
        Entry entry = a.request();
        boolean taken =
                opened.schedules().all().stream()
                        .anyMatch(each -> each.name().equals(entry.name()) && !has(each));
        if (taken) {
            return a.abort(
                    "schedule '%s' exists and does not belong to feeds: choose another name"
                            .formatted(entry.name()));
        }
        try {
            Order order = entry.order();
            if (order != null) opened.schedules().set(schedule(entry, order));
            else opened.schedules().remove(entry.name());
            String done = order == null ? "schedule '%s' is removed" : "schedule '%s' is set";
            return a.next(new Result(done.formatted(entry.name())));
        } catch (Refused e) {
            return a.abort(String.valueOf(e.getMessage()));
        }
    }

    private Schedule schedule(Entry entry, Order order) {
        if (!entry.spec().startsWith(EVERY)) {
            return Schedule.cron(entry.name(), entry.spec(), orders, order)
                    .rules(Schedule.Rules.DEFAULT.jitter(JITTER));
        }
        Duration interval = Duration.parse(entry.spec().substring(EVERY.length()));
        Duration part = interval.dividedBy(JITTER_PART);
        return Schedule.every(entry.name(), interval, orders, order)
                .rules(Schedule.Rules.DEFAULT.jitter(part.compareTo(JITTER) < 0 ? part : JITTER));
    }

    /// A schedule to set, or to remove if `order` is null.
    public record Entry(String name, String spec, @Nullable Order order) {}

    /// What a change did, as a sentence.
    public record Result(String words) {}
}
