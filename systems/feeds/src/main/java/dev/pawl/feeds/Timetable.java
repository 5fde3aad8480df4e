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

/// Schedules that start orders. They are changed by runs, as orders are given, so that any process
/// may ask, and so that the wish waits where no engine is open.
///
/// A schedule fires up to a minute late, so that many do not fire at once; not while the order of
/// its last fire is carried out; and once for all fires that no engine was open for. It starts the
/// sources that are free; those that are at work go on with that.
public final class Timetable {
    private static final String EVERY = "every ";
    private static final Duration JITTER = Duration.ofMinutes(1);
    private static final int JITTER_PART = 10;

    private final Machine<Order, Order.Result> orders;
    private final Machine<Entry, Noted> machine;
    private final AtomicReference<@Nullable Engine> engine = new AtomicReference<>();

    Timetable(Machine<Order, Order.Result> orders) {
        this.orders = orders;
        this.machine =
                Machine.named("feeds-timetable", Entry.class, Noted.class)
                        .step("note", this::note)
                        .unique(Uniqueness.ALLOW)
                        .build();
    }

    void register(EngineOptions options) {
        options.machines(machine);
        options.opening(engine::set);
    }

    Machine<Entry, Noted> machine() {
        return machine;
    }

    /// Returns the start of a run that adds a schedule or changes it; throws
    /// `IllegalArgumentException` if `spec` is neither `every PT6H` nor a cron expression.
    public Start<Entry> set(String name, String spec, Order order) {
        Entry entry = new Entry(name, spec, order.sparing());
        schedule(entry, order);
        return machine.start(entry);
    }

    /// Returns the start of a run that removes a schedule.
    public Start<Entry> remove(String name) {
        return machine.start(new Entry(name, "", null));
    }

    /// Returns whether a schedule is one of these.
    public boolean has(Schedule schedule) {
        return schedule.machine().equals(orders.name());
    }

    private Outcome<Noted> note(Attempt<Entry, Noted> a) {
        Engine present = engine.get();
        if (present == null) throw new IllegalStateException("no engine was opened with this");
        Entry entry = a.request();
        boolean taken =
                present.schedules().all().stream()
                        .anyMatch(each -> each.name().equals(entry.name()) && !has(each));
        if (taken) {
            return a.abort(
                    "schedule '%s' is not one of feeds: choose another name"
                            .formatted(entry.name()));
        }
        try {
            Order order = entry.order();
            if (order != null) present.schedules().set(schedule(entry, order));
            else present.schedules().remove(entry.name());
            String words = order == null ? "schedule '%s' is removed" : "schedule '%s' is set";
            return a.next(new Noted(words.formatted(entry.name())));
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

    /// A schedule, or the wish that there be none of its name.
    public record Entry(String name, String spec, @Nullable Order order) {}

    /// What was done, in words.
    public record Noted(String words) {}
}
