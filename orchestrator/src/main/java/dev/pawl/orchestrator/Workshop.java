package dev.pawl.orchestrator;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Host;
import dev.pawl.engine.Lease;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.JsonCodec;
import dev.pawl.machine.Transaction;
import dev.pawl.orchestrator.broker.Terms;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.order.Dependencies;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What the machines of an orchestration share: its providers, its pool, its tables and the engine.
final class Workshop {
    static final String ID = "main";
    static final String POOL = "permits";

    private final Map<String, ProviderConfig> providers;
    private final Dependencies dependencies;
    private final OrchestratorOptions options;
    private final EngineLink link = new EngineLink();
    private final Strain strain = new Strain();
    private final Sessions sessions;
    private final Sweep sweep;
    private final Map<String, SourceGate> gates = new ConcurrentHashMap<>();

    Workshop(
            Map<String, ProviderConfig> providers,
            Dependencies dependencies,
            OrchestratorOptions options) {
        this.providers = providers;
        this.dependencies = dependencies;
        this.options = options;
        this.sessions = new Sessions(options.host());
        this.sweep = new Sweep(options.retention());
    }

    Map<String, ProviderConfig> providers() {
        return providers;
    }

    Dependencies dependencies() {
        return dependencies;
    }

    OrchestratorOptions options() {
        return options;
    }

    Host host() {
        return options.host();
    }

    EngineLink link() {
        return link;
    }

    Engine engine() {
        return link.engine();
    }

    Strain strain() {
        return strain;
    }

    Sessions sessions() {
        return sessions;
    }

    Sweep sweep() {
        return sweep;
    }

    /// Returns the configuration of a provider that is registered.
    ProviderConfig config(String provider) {
        ProviderConfig config = providers.get(provider);
        if (config == null) {
            throw new IllegalArgumentException("there is no provider '%s'".formatted(provider));
        }
        return config;
    }

    /// Returns the terms of a provider; one that was registered once and is not now needs little.
    Terms terms(String provider) {
        ProviderConfig config = providers.get(provider);
        return config == null ? Terms.upTo(1) : config.terms();
    }

    Quota quota(String provider) {
        return new Quota(engine().pools(), POOL, provider);
    }

    List<Lease> leases() {
        return engine().pools().leases(POOL);
    }

    int permitsOut() {
        return leases().size();
    }

    /// Returns how many providers are RUNNING; those that a person has halted in the middle are not
    /// at work.
    long atWork() {
        Set<RunStatus> moving = EnumSet.copyOf(RunStatus.live());
        moving.removeAll(Set.of(RunStatus.PAUSED, RunStatus.PARKED));
        Filter running = Filter.ALL.machine(ProviderMachine.NAME).statuses(moving);
        return engine().count(running.state(ProviderState.RUNNING.name()));
    }

    void takeBackAll() {
        leases().forEach(engine().pools()::release);
    }

    /// Returns the gate of a provider's source as it was when its process last wrote it down.
    SourceGate gate(ProviderConfig config, ProviderRow row) {
        return gates.computeIfAbsent(
                config.id(), _ -> SourceGate.restored(config.pace(), row.limits(), options.host()));
    }

    SourceGate gate(String provider) {
        SourceGate gate = gates.get(provider);
        return gate != null ? gate : SourceGate.fresh(config(provider).pace(), host());
    }

    ProviderRow row(Provider<?, ?> provider, Asking asking) {
        return ProviderRow.find(asking, provider.id())
                .orElseThrow(() ->
                        new IllegalStateException(
                                "provider '%s' has no row".formatted(provider.id())));
    }

    /// Returns what was last noted about a provider, or "".
    String detail(Asking asking, String provider) {
        return asking
                .query(
                        "select coalesce(detail, '') from providers where id = ?",
                        row -> row.text(1),
                        provider)
                .stream()
                .findFirst()
                .orElse("");
    }

    /// Returns the live run of the whole: where one drains and the next one waits for that, the
    /// first.
    Optional<Run> macro() {
        Filter filter = Filter.ALL.machine(MacroMachine.NAME).key(ID).live();
        return engine().runs(filter, Page.oldest(1)).stream().findFirst();
    }

    /// Returns the last run of a provider, live or not.
    Optional<Run> last(String provider) {
        Filter filter = Filter.ALL.machine(ProviderMachine.NAME).key(provider);
        return engine().runs(filter, Page.newest(1)).stream().findFirst();
    }

    /// Offers a signal to a run that is where it was seen; if it has moved on, there will be news.
    void offer(RunId run, Object signal) {
        try {
            engine().offer(run, signal);
        } catch (Refused.NotAccepted | Refused.UnknownRun _) {
            // What was seen is no longer so.
        }
    }

    Score score(Asking asking) {
        return asking
                .query("select score from orchestrations where id = ?", row -> row.text(1), ID)
                .stream()
                .findFirst()
                .map(Score::read)
                .orElse(Score.begin(options.permits()));
    }

    /// Returns what holds for the pool; nobody gets permits of a whole that drains or is drained.
    Broker.PoolOrder poolOrder(Asking asking, Optional<Run> macro) {
        boolean draining =
                macro.isEmpty() || macro.get().state().equals(MacroState.DRAINING.name());
        return asking
                .query(
                        "select pool_total, frozen from orchestrations where id = ?",
                        row ->
                                new Broker.PoolOrder(
                                        (int) row.number(1), row.number(2) != 0, draining),
                        ID)
                .stream()
                .findFirst()
                .orElse(new Broker.PoolOrder(options.permits(), false, draining));
    }

    void write(Transaction tx, Score score, Instant now) {
        tx.update(
                "insert into orchestrations (id, score, pool_total, created_at, updated_at)"
                        + " values (?, ?, ?, ?, ?) on conflict (id) do update"
                        + " set score = excluded.score, updated_at = excluded.updated_at",
                ID,
                JsonCodec.JSON.encode(score).text(),
                options.permits(),
                now.toString(),
                now.toString());
    }
}
