package dev.pawl.orchestrator;

import dev.pawl.engine.store.Filter;
import dev.pawl.machine.Transaction.Row;
import dev.pawl.orchestrator.conductor.ConductorState;
import dev.pawl.orchestrator.context.OrchestratorContext;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.TableQuery;
import dev.pawl.orchestrator.tables.PermitRow;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// A read-only view of an orchestration, from tables and runs.
///
/// It needs no engine: a store that is open for reading is enough.
public final class OrchestrationView {
    private final TableQuery tables;
    private final Function<Filter, List<Run>> runs;
    private final List<String> order;

    OrchestrationView(TableQuery tables, Function<Filter, List<Run>> runs, List<String> order) {
        this.tables = tables;
        this.runs = runs;
        this.order = order;
    }

    /// Returns the statistics of the orchestration; empty if it has never started.
    public Optional<MacroStats> macro() {
        Optional<Run> found = macroRun();
        if (found.isEmpty()) return Optional.empty();
        Run run = found.get();
        Map<String, Integer> states = new TreeMap<>();
        List<ProviderStats> all = providers();
        for (ProviderStats each : all) states.merge(each.state().name(), 1, Integer::sum);
        return Optional.of(
                new MacroStats(
                        OrchestratorContext.ID,
                        run.state(),
                        all.size(),
                        pendingOrders(),
                        states,
                        run.timing().created(),
                        run.timing().updated()));
    }

    private int pendingOrders() {
        return runs.apply(Filter.ALL.machine(OrderMachine.NAME).live()).size();
    }

    /// Returns the statistics of all providers, in the order in which they start.
    public List<ProviderStats> providers() {
        ProviderOverview overview = ProviderOverview.read(tables);
        WaitReasons reasons = reasons();
        List<ProviderStats> all = new ArrayList<>();
        for (String id : order) {
            overview.find(id).map(row -> stats(row, overview, reasons)).ifPresent(all::add);
        }
        return all;
    }

    /// Returns the statistics of one provider.
    public Optional<ProviderStats> provider(String id) {
        ProviderOverview overview = ProviderOverview.read(tables);
        return overview.find(id).map(row -> stats(row, overview, reasons()));
    }

    private WaitReasons reasons() {
        return new WaitReasons(pool(), macroRun().orElse(null));
    }

    private ProviderStats stats(
            ProviderStats.Row row, ProviderOverview overview, WaitReasons reasons) {
        Run run = last(ProviderState.MACHINE, row.id()).orElse(null);
        boolean idle = ProviderState.of(run) == ProviderState.IDLE;
        List<String> blockers = idle ? overview.blockers(row.id()) : List.of();
        return ProviderStats.of(
                row, run, reasons.permits(row.id()), reasons.of(row, run, blockers));
    }

    /// Returns whether nothing more happens until a user acts: every requested provider has ended,
    /// or depends on one that ended without completing.
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

    private Optional<Run> macroRun() {
        return last(MacroState.MACHINE, OrchestratorContext.ID);
    }

    private Optional<Run> last(String machine, String key) {
        return runs.apply(Filter.ALL.machine(machine).key(key)).stream().findFirst();
    }

    /// Returns the permit pool: the number of permits, and how many each provider holds.
    public PoolStats pool() {
        ConductorState state = ConductorState.find(tables).orElse(ConductorState.initial(1));
        Map<String, Integer> held = new TreeMap<>();
        for (PermitRow row : PermitRow.all(tables)) {
            if (row.held() > 0) held.put(row.provider(), row.held());
        }
        boolean frozen =
                tables
                        .query(
                                "select frozen from orchestrations where id = ?",
                                row -> row.number(1) != 0,
                                OrchestratorContext.ID)
                        .stream()
                        .findFirst()
                        .orElse(false);
        return new PoolStats(state.pressure().ceiling(), state.pressure().capacity(), frozen, held);
    }

    /// Returns the audit of permits, the newest entry first.
    public List<PermitEntry> audit(int limit) {
        return tables.query(
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

    /// Returns the events after a number, in order. A reader that stores the number of its last
    /// event misses none and gets none twice.
    public List<ProviderEvent> events(long after, int limit) {
        return tables.query(
                "select number, at, type, provider, count, detail from provider_events"
                        + " where number > ? order by number limit ?",
                OrchestrationView::event,
                after,
                limit);
    }

    private static ProviderEvent event(Row row) {
        return new ProviderEvent(
                row.number(1),
                Instant.parse(row.text(2)),
                ProviderEvent.Type.valueOf(row.text(3)),
                row.text(4),
                row.number(5),
                row.text(6));
    }

    /// Returns the outcomes of items, the newest first: of one provider, or of all for "".
    public List<Checkpoint> checkpoints(String provider, boolean failedOnly, int limit) {
        return tables.query(
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

    /// Returns the records in quarantine, the oldest first: of one provider, or of all for "".
    public List<Quarantined> quarantine(String provider, int limit) {
        return tables.query(
                Quarantined.SQL + " and (? = '' or provider = ?) order by number limit ?",
                Quarantined::of,
                provider,
                provider,
                limit);
    }

    /// Returns a record in quarantine.
    public Optional<Quarantined> quarantined(long number) {
        return tables.query(Quarantined.SQL + " and number = ?", Quarantined::of, number).stream()
                .findFirst();
    }

    /// The permit pool.
    public record PoolStats(int total, int capacity, boolean frozen, Map<String, Integer> held) {}

    /// An entry of the permit audit.
    public record PermitEntry(
            long number, Instant at, String action, String holder, int count, String reason) {}

    /// The outcome of an item; its JSON fields have the names of the specification.
    public record Checkpoint(
            String urn,
            String providerId,
            Instant processedAt,
            boolean success,
            String errorMessage) {}

    /// A quarantined record.
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
