package dev.pawl.orchestrator;

import dev.pawl.engine.store.Filter;
import dev.pawl.machine.Transaction.Row;
import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// What is known about an orchestration, to look at: it asks tables and runs, and changes nothing.
///
/// It needs no engine: a store that is open for reading will do.
public final class Board {
    private final Asking asking;
    private final Function<Filter, List<Run>> runs;
    private final List<String> order;

    Board(Asking asking, Function<Filter, List<Run>> runs, List<String> order) {
        this.asking = asking;
        this.runs = runs;
        this.order = order;
    }

    /// Returns the statistics of the whole; empty if nothing was ever begun.
    public Optional<MacroStats> macro() {
        Optional<Run> whole = whole();
        if (whole.isEmpty()) return Optional.empty();
        Run run = whole.get();
        Map<String, Integer> states = new TreeMap<>();
        List<ProviderStats> all = providers();
        for (ProviderStats each : all) states.merge(each.state().name(), 1, Integer::sum);
        return Optional.of(
                new MacroStats(
                        Workshop.ID,
                        run.state(),
                        all.size(),
                        waiting(),
                        states,
                        run.timing().created(),
                        run.timing().updated()));
    }

    /// Returns how many orders have been given and not been carried out yet.
    private int waiting() {
        return runs.apply(Filter.ALL.machine(OrderMachine.NAME).live()).size();
    }

    /// Returns the statistics of all providers, in the order in which they start.
    public List<ProviderStats> providers() {
        Register register = Register.read(asking);
        Reasons reasons = reasons();
        List<ProviderStats> all = new ArrayList<>();
        for (String id : order) {
            register.find(id).map(row -> stats(row, register, reasons)).ifPresent(all::add);
        }
        return all;
    }

    /// Returns the statistics of one provider.
    public Optional<ProviderStats> provider(String id) {
        Register register = Register.read(asking);
        return register.find(id).map(row -> stats(row, register, reasons()));
    }

    private Reasons reasons() {
        return new Reasons(pool(), whole().orElse(null));
    }

    private ProviderStats stats(ProviderStats.Row row, Register register, Reasons reasons) {
        Run run = last(ProviderMachine.NAME, row.id()).orElse(null);
        boolean idle = ProviderStats.state(run) == ProviderState.IDLE;
        List<String> blockers = idle ? register.blockers(row.id()) : List.of();
        return ProviderStats.of(
                row, run, reasons.permits(row.id()), reasons.of(row, run, blockers));
    }

    /// Returns whether nothing will happen by itself any more: what was wanted has ended, or needs
    /// something that has ended otherwise than completed.
    public boolean isSettled() {
        Map<String, ProviderStats> all = new TreeMap<>();
        for (ProviderStats each : providers()) all.put(each.row().id(), each);
        for (ProviderStats each : all.values()) {
            if (each.state().isActive() || each.state() == ProviderState.PAUSED) return false;
            if (each.row().isWanted() && !isStuck(each, all)) return false;
        }
        return true;
    }

    private static boolean isStuck(ProviderStats stats, Map<String, ProviderStats> all) {
        if (stats.state() != ProviderState.IDLE) return false;
        for (String other : stats.blockedBy()) {
            ProviderStats needed = all.get(other);
            if (needed == null || !needed.row().isWanted() || isStuck(needed, all)) return true;
        }
        return false;
    }

    private Optional<Run> whole() {
        return last(MacroMachine.NAME, Workshop.ID);
    }

    private Optional<Run> last(String machine, String key) {
        return runs.apply(Filter.ALL.machine(machine).key(key)).stream().findFirst();
    }

    private Score score() {
        return asking
                .query(
                        "select score from orchestrations where id = ?",
                        row -> Score.read(row.text(1)),
                        Workshop.ID)
                .stream()
                .findFirst()
                .orElse(Score.begin(1));
    }

    /// Returns the pool: how many permits there are, how many of them are given out now, and to
    /// whom.
    public PoolStats pool() {
        Score score = score();
        Map<String, Integer> held = new TreeMap<>();
        for (String holder : score.leases().keySet()) {
            held.merge(Quota.provider(holder), 1, Integer::sum);
        }
        boolean frozen =
                asking
                        .query(
                                "select frozen from orchestrations where id = ?",
                                row -> row.number(1) != 0,
                                Workshop.ID)
                        .stream()
                        .findFirst()
                        .orElse(false);
        return new PoolStats(score.pressure().ceiling(), score.pressure().capacity(), frozen, held);
    }

    /// Returns what became of permits, the newest first.
    public List<PermitEntry> audit(int limit) {
        return asking.query(
                "select number, at, action, holder, count, reason from permit_audit"
                        + " order by number desc limit ?",
                row ->
                        new PermitEntry(
                                row.number(1),
                                Instant.parse(row.text(2)),
                                row.text(3),
                                row.text(4),
                                (int) row.number(5),
                                row.text(6)),
                limit);
    }

    /// Returns events after a number, in order. Whoever keeps the number of the last one misses
    /// none and sees none twice.
    public List<Event> events(long after, int limit) {
        return asking.query(
                "select number, at, type, provider, count, detail from provider_events"
                        + " where number > ? order by number limit ?",
                Board::event,
                after,
                limit);
    }

    private static Event event(Row row) {
        return new Event(
                row.number(1),
                Instant.parse(row.text(2)),
                Event.Type.valueOf(row.text(3)),
                row.text(4),
                row.number(5),
                row.text(6));
    }

    /// Returns what became of items, the newest first: of one provider, or of all for "".
    public List<Checkpoint> checkpoints(String provider, boolean failedOnly, int limit) {
        return asking.query(
                "select urn, provider, processed_at, success, coalesce(error_message, '')"
                        + " from provider_outcomes where (? = '' or provider = ?)"
                        + " and (? = 0 or success = 0) order by processed_at desc, number desc"
                        + " limit ?",
                row ->
                        new Checkpoint(
                                row.text(1),
                                row.text(2),
                                Instant.parse(row.text(3)),
                                row.number(4) != 0,
                                row.text(5)),
                provider,
                provider,
                failedOnly ? 1 : 0,
                limit);
    }

    /// Returns what was put aside and not brought back since, the oldest first.
    public List<Quarantined> quarantine(String provider, int limit) {
        return asking.query(
                Quarantined.SQL + " and (? = '' or provider = ?) order by number limit ?",
                Quarantined::of,
                provider,
                provider,
                limit);
    }

    /// Returns one of them.
    public Optional<Quarantined> quarantined(long number) {
        return asking.query(Quarantined.SQL + " and number = ?", Quarantined::of, number).stream()
                .findFirst();
    }

    /// How the permits are.
    public record PoolStats(int total, int capacity, boolean frozen, Map<String, Integer> held) {}

    /// Something that was done to permits.
    public record PermitEntry(
            long number, Instant at, String action, String holder, int count, String reason) {}

    /// What became of an item; the document's fields.
    public record Checkpoint(
            String urn,
            String providerId,
            Instant processedAt,
            boolean success,
            String errorMessage) {}

    /// A record that was put aside.
    public record Quarantined(
            long number,
            String provider,
            String urn,
            String payload,
            String error,
            int attempts,
            Instant firstAt,
            Instant lastAt) {
        private static final String SQL =
                "select number, provider, urn, payload, error, attempts, first_at, last_at"
                        + " from quarantine where resolved_at is null";

        private static Quarantined of(Row row) {
            return new Quarantined(
                    row.number(1),
                    row.text(2),
                    row.text(3),
                    row.text(4),
                    row.text(5),
                    (int) row.number(6),
                    Instant.parse(row.text(7)),
                    Instant.parse(row.text(8)));
        }
    }
}
