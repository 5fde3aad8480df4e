package dev.pawl.orchestrator.conductor;

import dev.pawl.engine.store.LoggedEntry;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Writing;
import dev.pawl.orchestrator.conductor.ConductorState.KnownProvider;
import dev.pawl.orchestrator.context.OrchestratorContext;
import dev.pawl.orchestrator.lifecycle.ProviderEnd;
import dev.pawl.orchestrator.lifecycle.ProviderEvent;
import dev.pawl.orchestrator.lifecycle.ProviderPause;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.TableQuery;
import dev.pawl.orchestrator.tables.PermitRow;
import dev.pawl.orchestrator.tables.ProviderRow;
import dev.pawl.orchestrator.tables.ProviderTables;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// One step of the [Conductor]: what it reads, and what it writes.
final class ConductorStep {
    private final OrchestratorContext context;
    private final TableQuery tables;
    private final ConductorState before;
    private final Instant now;
    private final Map<String, KnownProvider> providers;
    private final List<ProviderEvent> events = new ArrayList<>();
    private final List<Writing> writings = new ArrayList<>();
    private final Optional<Run> macro;
    private final Broker broker;
    private boolean movesPermits;
    private Instant nextLook = Instant.MAX;

    ConductorStep(OrchestratorContext context, ConductorState before, TableQuery tables) {
        this.context = context;
        this.tables = tables;
        this.before = before;
        this.now = context.host().now();
        this.providers = new TreeMap<>(before.parts());
        this.macro = context.macro();
        Broker.PoolOrder order = Broker.PoolOrder.read(tables, context, macro);
        this.broker = new Broker(context, providers, order, before);
    }

    /// Reads an entry of the engine's log; only entries about providers matter.
    void read(LoggedEntry logged) {
        if (!logged.machine().equals(ProviderState.MACHINE)) return;
        Run run = context.engine().run(logged.run());
        String id = run.key();
        KnownProvider known = known(id, run);
        if (logged.entry().seq() <= known.entry()) return;
        boolean ended = logged.entry().status().isEnd();
        ProviderState next =
                ended ? ProviderState.TERMINATED : ProviderState.valueOf(logged.entry().state());
        long items = emitCheckpoints(id, known.items());
        if (known.state() != next) moved(id, run, known.state(), next);
        Instant since = known.state() == next ? known.since() : logged.entry().at();
        providers.put(id, new KnownProvider(known.run(), next, logged.entry().seq(), items, since));
    }

    /// Returns what is known of a provider in this run; a new run starts at IDLE.
    private KnownProvider known(String id, Run run) {
        KnownProvider known = providers.get(id);
        String name = run.id().toString();
        if (known != null && known.run().equals(name)) return known;
        long items = known == null ? 0 : known.items();
        return new KnownProvider(name, ProviderState.IDLE, 0, items, now);
    }

    private long emitCheckpoints(String id, long items) {
        record Checkpoint(long items, String urn, Instant at) {}
        List<Checkpoint> reached =
                tables.query(
                        "select items, urn, at from provider_checkpoints"
                                + " where provider = ? and items > ? order by items",
                        row ->
                                new Checkpoint(
                                        row.number(1), row.text(2), Instant.parse(row.text(3))),
                        id,
                        items);
        for (Checkpoint each : reached) {
            emit(ProviderEvent.Type.CHECKPOINT, id, each.items(), each.urn());
        }
        return reached.isEmpty() ? items : reached.getLast().items();
    }

    private void moved(String id, Run run, ProviderState from, ProviderState to) {
        ProviderEnd end = to == ProviderState.TERMINATED ? ProviderEnd.of(run) : null;
        boolean completed = end != null && end.cause() == ProviderEnd.Cause.COMPLETED;
        String detail = end == null ? detail(id, run, to) : end.detail();
        EventMapping.typeOf(from, to, completed).ifPresent(type -> emit(type, id, 0, detail));
        if (end != null) {
            writings.add(tx ->
                    tx.update(
                            "update providers set wanted = 0, cause = ?, detail = ?,"
                                    + " updated_at = ? where id = ?",
                            end.cause().name(),
                            end.detail(),
                            now.toString(),
                            id));
        }
    }

    private String detail(String id, Run run, ProviderState to) {
        Optional<ProviderPause> pause =
                to == ProviderState.PAUSED ? ProviderPause.of(run) : Optional.empty();
        return pause.map(ProviderPause::words).orElseGet(() -> ProviderRow.detail(tables, id));
    }

    private void emit(ProviderEvent.Type type, String provider, long count, String detail) {
        events.add(new ProviderEvent(0, now, type, provider, count, detail));
    }

    /// Acts on the current state of providers, permits and tables.
    void act(Cleanup cleanup) {
        register();
        macro.ifPresent(
                new ProviderStarter(context, providers, ProviderRow.all(tables))::startAndMove);
        List<PermitRow> permits = PermitRow.all(tables);
        broker.signal(permits);
        PermitChanges changes = broker.changes(permits);
        movesPermits = !changes.isEmpty();
        nextLook = broker.nextLook(changes);
        cleanup.next(now, providers).ifPresent(writings::add);
    }

    /// Inserts a row for each new provider, and updates dependencies that changed.
    private void register() {
        Map<String, String> stored = new HashMap<>();
        String sql = "select id, needs from providers";
        tables.query(sql, row -> Map.entry(row.text(1), row.text(2)))
                .forEach(each -> stored.put(each.getKey(), each.getValue()));
        Collection<ProviderConfig> configs = context.providers().values();
        boolean unchanged =
                configs.stream()
                        .allMatch(each -> ProviderTables.needs(each).equals(stored.get(each.id())));
        if (unchanged) return;
        writings.add(tx -> {
            for (ProviderConfig each : configs) ProviderTables.register(tx, each, now);
        });
    }

    boolean changes() {
        return !events.isEmpty() || !writings.isEmpty() || movesPermits;
    }

    /// Returns when to act again even if the log has no new entry.
    Instant nextLook() {
        return nextLook;
    }

    /// Returns what to remember of a step that wrote nothing.
    ConductorState state(long position) {
        return state(position, 0, 0);
    }

    private ConductorState state(long position, int newEvents, int newAudits) {
        return new ConductorState(
                position,
                before.events() + newEvents,
                before.audits() + newAudits,
                providers,
                broker.pressure());
    }

    /// Permits are decided again in the transaction: a provider may have given some back since.
    Writing writing(long position) {
        return tx -> {
            for (Writing each : writings) each.write(tx);
            PermitChanges changes = broker.changes(PermitRow.locked(tx));
            List<ProviderEvent> all = new ArrayList<>(events);
            all.addAll(changes.events());
            writeEvents(tx, all);
            changes.write(tx);
            state(position, all.size(), changes.audits())
                    .write(tx, context.settings().permits(), now);
        };
    }

    private void writeEvents(Transaction tx, List<ProviderEvent> all) {
        List<Object[]> rows = new ArrayList<>();
        for (ProviderEvent each : all) {
            rows.add(
                    new Object[] {
                        before.events() + rows.size() + 1,
                        each.at().toString(),
                        each.type().name(),
                        each.provider(),
                        each.count(),
                        each.detail()
                    });
        }
        tx.updateAll(
                "insert into provider_events (number, at, type, provider, count, detail)"
                        + " values (?, ?, ?, ?, ?, ?)",
                rows);
    }
}
