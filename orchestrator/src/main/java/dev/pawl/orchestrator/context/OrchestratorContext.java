package dev.pawl.orchestrator.context;

import dev.pawl.engine.Engine;
import dev.pawl.engine.Host;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.limiter.Limiter;
import dev.pawl.orchestrator.broker.PermitTerms;
import dev.pawl.orchestrator.lifecycle.MacroState;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.orchestrator.order.Dependencies;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the machines of an orchestration share: providers, settings, the engine and the limiter.
public final class OrchestratorContext {
    /// The id of the one orchestration in a store.
    public static final String ID = "main";

    private final Map<String, ProviderConfig> providers;
    private final Dependencies dependencies;
    private final OrchestratorSettings settings;
    private final EngineLink link = new EngineLink();
    private final LoadStats load = new LoadStats();
    private final Limiter limiter;

    public OrchestratorContext(
            Map<String, ProviderConfig> providers,
            Dependencies dependencies,
            OrchestratorSettings settings) {
        this.providers = providers;
        this.dependencies = dependencies;
        this.settings = settings;
        this.limiter = new Limiter(settings.host());
    }

    /// Returns the configurations by id, in the order of registration.
    public Map<String, ProviderConfig> providers() {
        return providers;
    }

    public Dependencies dependencies() {
        return dependencies;
    }

    public OrchestratorSettings settings() {
        return settings;
    }

    public Host host() {
        return settings.host();
    }

    public EngineLink link() {
        return link;
    }

    public Engine engine() {
        return link.engine();
    }

    public LoadStats load() {
        return load;
    }

    /// Returns the limiter of requests to sources.
    public Limiter limiter() {
        return limiter;
    }

    /// Returns the configuration of a registered provider.
    public ProviderConfig config(String provider) {
        ProviderConfig config = providers.get(provider);
        if (config == null) {
            throw new IllegalArgumentException(
                    "there is no provider '%s' (there are: %s)"
                            .formatted(provider, String.join(", ", providers.keySet())));
        }
        return config;
    }

    /// Returns the terms of a provider; one that is no longer registered gets at most one permit.
    public PermitTerms terms(String provider) {
        ProviderConfig config = providers.get(provider);
        return config == null ? PermitTerms.upTo(1) : config.terms();
    }

    /// Returns how many providers are RUNNING, without those whose run a user has paused or parked.
    public long runningProviders() {
        Set<RunStatus> moving = EnumSet.copyOf(RunStatus.live());
        moving.removeAll(Set.of(RunStatus.PAUSED, RunStatus.PARKED));
        Filter running = Filter.ALL.machine(ProviderState.MACHINE).statuses(moving);
        return engine().count(running.state(ProviderState.RUNNING.name()));
    }

    /// Returns the live run of the macro lifecycle. While one run drains, the next may wait for it;
    /// then it is the draining one.
    public Optional<Run> macro() {
        Filter filter = Filter.ALL.machine(MacroState.MACHINE).key(ID).live();
        return engine().runs(filter, Page.oldest(1)).stream().findFirst();
    }

    /// Returns the last run of a provider, live or ended.
    public Optional<Run> lastRun(String provider) {
        Filter filter = Filter.ALL.machine(ProviderState.MACHINE).key(provider);
        return engine().runs(filter, Page.newest(1)).stream().findFirst();
    }

    /// Sends a signal to a run in the state in which it was last read. If the run has moved since,
    /// the signal is dropped: the engine's log has an entry about the move.
    public void offer(RunId run, Object signal) {
        try {
            engine().offer(run, signal);
        } catch (Refused.NotAccepted | Refused.UnknownRun _) {
            // The run has moved.
        }
    }
}
