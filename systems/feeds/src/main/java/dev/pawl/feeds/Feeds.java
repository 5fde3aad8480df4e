package dev.pawl.feeds;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.feeds.database.FeedsSchema;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.feeds.web.WebProviders;
import dev.pawl.machine.Machine;
import dev.pawl.orchestrator.Orchestrator;
import dev.pawl.orchestrator.provider.Provider;
import dev.pawl.orchestrator.provider.ProviderConfig;
import dev.pawl.orchestrator.provider.TableQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The system: seven sources under one orchestration, and the item database that they fill.
///
/// ```java
/// Feeds feeds = Feeds.of(options -> options.from(directory));
/// Engine engine = Engine.open(store, feeds::register);
/// feeds.start(engine);
/// engine.start(feeds.orchestrator().order(Order.start().by("me")));
/// ```
public final class Feeds implements AutoCloseable {
    private final Orchestrator orchestrator;
    private final FeedSchedules schedules;
    private final @Nullable WebProviders online;

    private Feeds(FeedsOptions options) {
        List<Provider<?, ?>> providers = new ArrayList<>();
        for (SourceKind kind : SourceKind.values()) providers.add(provider(kind, options));
        orchestrator = Orchestrator.of(providers, options.orchestration());
        schedules = new FeedSchedules(orchestrator.orders());
        online = options.online();
    }

    /// Creates the system.
    public static Feeds of(Consumer<FeedsOptions> options) {
        FeedsOptions chosen = new FeedsOptions();
        options.accept(chosen);
        return new Feeds(chosen);
    }

    private static Provider<?, ?> provider(SourceKind kind, FeedsOptions options) {
        ProviderConfig config =
                ProviderConfig.of(kind.id(), kind.id())
                        .after(kind.dependencies().toArray(String[]::new))
                        .batches(options.batchSize());
        return options.provider(kind, config);
    }

    /// Registers machines, tables and the permit pool with an engine that is about to open.
    public void register(EngineOptions options) {
        orchestrator.register(options);
        schedules.register(options);
        options.tables(FeedsSchema.TABLES);
    }

    /// Starts the orchestration, or resumes where the previous process ended.
    public void start(Engine engine) {
        orchestrator.start(engine);
    }

    /// Closes open documents and connections. Call it after the engine is closed.
    @Override
    public void close() {
        orchestrator.close();
        if (online != null) online.close();
    }

    public Orchestrator orchestrator() {
        return orchestrator;
    }

    /// Returns the schedules that load sources.
    public FeedSchedules schedules() {
        return schedules;
    }

    /// Returns all machines; those of the two lifecycles come first.
    public List<Machine<?, ?>> machines() {
        List<Machine<?, ?>> all = new ArrayList<>(orchestrator.machines());
        all.add(schedules.machine());
        return List.copyOf(all);
    }

    /// Returns the queries on the loaded items.
    public static ItemQueries items(TableQuery query) {
        return new ItemQueries(query);
    }
}
