package dev.pawl.feeds;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.feeds.base.Knowledge;
import dev.pawl.feeds.base.Schema;
import dev.pawl.feeds.web.Online;
import dev.pawl.machine.Machine;
import dev.pawl.orchestrator.Asking;
import dev.pawl.orchestrator.Orchestrator;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The system: seven sources under one orchestration, and the base that they fill.
///
/// ```java
/// Feeds feeds = Feeds.of(options -> options.from(directory));
/// Engine engine = Engine.open(store, feeds::register);
/// feeds.begin(engine);
/// engine.start(feeds.orchestrator().order(Order.start(false, "me", List.of())));
/// ```
public final class Feeds implements AutoCloseable {
    private final Orchestrator orchestrator;
    private final Timetable timetable;
    private final @Nullable Online online;

    private Feeds(FeedsOptions options) {
        List<Provider<?, ?>> providers = new ArrayList<>();
        for (SourceKind kind : SourceKind.values()) providers.add(provider(kind, options));
        orchestrator = Orchestrator.of(providers, options.orchestration());
        timetable = new Timetable(orchestrator.orders());
        online = options.online();
    }

    /// Sets the system up.
    public static Feeds of(Consumer<FeedsOptions> options) {
        FeedsOptions chosen = new FeedsOptions();
        options.accept(chosen);
        return new Feeds(chosen);
    }

    private static Provider<?, ?> provider(SourceKind kind, FeedsOptions options) {
        ProviderConfig config =
                ProviderConfig.of(kind.id(), kind.id())
                        .after(kind.needs().toArray(String[]::new))
                        .batches(options.batchSize());
        return options.provider(kind, config);
    }

    /// Registers machines, tables and the pool with an engine that is about to open.
    public void register(EngineOptions options) {
        orchestrator.register(options);
        timetable.register(options);
        options.tables(Schema.TABLES);
    }

    /// Begins, or goes on where the last process ended.
    public void begin(Engine engine) {
        orchestrator.begin(engine);
    }

    /// Lets go of documents that were being read when the engine closed, and of connections; to be
    /// called after that.
    @Override
    public void close() {
        orchestrator.close();
        if (online != null) online.close();
    }

    public Orchestrator orchestrator() {
        return orchestrator;
    }

    /// Returns the schedules that load sources again and again.
    public Timetable timetable() {
        return timetable;
    }

    /// Returns all machines: those of the two lifecycles first.
    public List<Machine<?, ?>> machines() {
        List<Machine<?, ?>> all = new ArrayList<>(orchestrator.machines());
        all.add(timetable.machine());
        return List.copyOf(all);
    }

    /// Returns the base, to be asked.
    public static Knowledge base(Asking asking) {
        return new Knowledge(asking);
    }
}
