package dev.pawl.orchestrator;

import dev.pawl.engine.store.Logged;
import dev.pawl.machine.Transaction;
import dev.pawl.machine.Writing;
import dev.pawl.orchestrator.lifecycle.Event;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.run.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One turn of the [Conductor]: what it heard, and what it writes down.
final class Turn {
    private final Workshop shop;
    private final Asking asking;
    private final Score before;
    private final Instant now;
    private final Map<String, Score.Part> parts;
    private final List<Event> events = new ArrayList<>();
    private final List<Writing> writings = new ArrayList<>();
    private final Broker broker;
    private @Nullable Instant nextLook;

    Turn(Workshop shop, Score before, Asking asking) {
        this.shop = shop;
        this.asking = asking;
        this.before = before;
        this.now = shop.host().now();
        this.parts = new TreeMap<>(before.parts());
        this.broker = new Broker(shop, before, now);
    }

    /// Takes note of an entry of the engine's log; those that are about no provider say nothing.
    void hear(Logged logged) {
        if (!logged.machine().equals(ProviderMachine.NAME)) return;
        Run run = shop.engine().run(logged.run());
        String id = run.key();
        Score.Part known = known(id, run);
        if (logged.entry().seq() <= known.entry()) return;
        boolean ended = logged.entry().status().isEnd();
        ProviderState next =
                ended ? ProviderState.TERMINATED : ProviderMachine.state(logged.entry().state());
        long items = tellCheckpoints(id, known.items());
        if (known.state() != next) moved(id, run, known.state(), next);
        Instant since = known.state() == next ? known.since() : logged.entry().at();
        parts.put(id, new Score.Part(known.run(), next, logged.entry().seq(), items, since));
    }

    /// Returns what is known of a provider in this run; in a new one it begins anew.
    private Score.Part known(String id, Run run) {
        Score.Part known = parts.get(id);
        String name = run.id().toString();
        if (known != null && known.run().equals(name)) return known;
        long items = known == null ? 0 : known.items();
        return new Score.Part(name, ProviderState.IDLE, 0, items, now);
    }

    private long tellCheckpoints(String id, long items) {
        record Checkpoint(long items, String urn, Instant at) {}
        List<Checkpoint> reached =
                asking.query(
                        "select items, urn, at from provider_checkpoints"
                                + " where provider = ? and items > ? order by items",
                        row ->
                                new Checkpoint(
                                        row.number(1), row.text(2), Instant.parse(row.text(3))),
                        id,
                        items);
        for (Checkpoint each : reached) {
            tell(Event.Type.CHECKPOINT, id, each.items(), each.urn());
        }
        return reached.isEmpty() ? items : reached.getLast().items();
    }

    private void moved(String id, Run run, ProviderState from, ProviderState to) {
        ProviderEnd end = to == ProviderState.TERMINATED ? Ends.of(run) : null;
        boolean completed = end != null && end.cause() == ProviderEnd.Cause.COMPLETED;
        String paused = to == ProviderState.PAUSED ? Reasons.paused(run) : "";
        String told = paused.isEmpty() ? shop.detail(asking, id) : paused;
        String detail = end == null ? told : end.detail();
        Bubbling.typeOf(from, to, completed).ifPresent(type -> tell(type, id, 0, detail));
        boolean died = from == ProviderState.RUNNING && to == ProviderState.WAITING_QUOTA;
        if (died && !broker.isRevoking(id)) {
            tell(Event.Type.QUOTA_REVOKED, id, broker.known(id), "nobody held them any more");
        }
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

    void tell(Event.Type type, String provider, long count, String detail) {
        long number = before.events() + events.size() + 1;
        events.add(new Event(number, now, type, provider, count, detail));
    }

    /// Does what follows from how things are.
    void act() {
        register();
        Optional<Run> macro = shop.macro();
        macro.ifPresent(new Directing(shop, parts, ProviderRow.all(asking))::direct);
        broker.share(parts, shop.poolOrder(asking, macro));
        broker.report(this);
        shop.sweep().bite(now, parts).ifPresent(writings::add);
        nextLook = broker.nextLook(parts);
    }

    /// Makes a row for each provider that has none, and notes who needs whom where that is new.
    private void register() {
        Map<String, String> kept = new HashMap<>();
        String sql = "select id, needs from providers";
        asking.query(sql, row -> Map.entry(row.text(1), row.text(2)))
                .forEach(each -> kept.put(each.getKey(), each.getValue()));
        Collection<ProviderConfig> configs = shop.providers().values();
        boolean known =
                configs.stream().allMatch(each -> Ledger.needs(each).equals(kept.get(each.id())));
        if (known) return;
        writings.add(tx -> {
            for (ProviderConfig each : configs) Ledger.register(tx, each, now);
        });
    }

    boolean changes() {
        return !events.isEmpty() || !writings.isEmpty() || broker.changes();
    }

    /// Returns when to look again although nothing was heard.
    Instant nextLook() {
        return nextLook == null ? Instant.MAX : nextLook;
    }

    Score score(long position) {
        return new Score(
                position,
                before.events() + events.size(),
                broker.audits(),
                parts,
                broker.permits(),
                broker.pressure());
    }

    Writing writing(Score score) {
        return tx -> {
            for (Writing each : writings) each.write(tx);
            write(tx, score);
            broker.write(tx);
        };
    }

    private void write(Transaction tx, Score score) {
        List<Object[]> rows = new ArrayList<>();
        for (Event each : events) {
            rows.add(
                    new Object[] {
                        each.number(),
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
        shop.write(tx, score, now);
    }
}
