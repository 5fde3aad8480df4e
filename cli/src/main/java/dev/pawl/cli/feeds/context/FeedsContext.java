package dev.pawl.cli.feeds.context;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.FeedsOptions;
import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.SourceLocations;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.orchestrator.OrchestrationView;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Reads the store for the commands of feeds, and remembers where documents come from.
public final class FeedsContext {
    private static final int RUNS = 100;

    private final Shell shell;

    public FeedsContext(Shell shell) {
        this.shell = shell;
    }

    public Shell shell() {
        return shell;
    }

    /// Returns the location of the documents of each source that has one.
    public Map<SourceKind, String> locations() {
        try {
            return sourceLocations().all();
        } catch (IOException e) {
            throw CommandException.store(String.valueOf(e.getMessage()));
        }
    }

    /// Remembers locations for later runs.
    public void remember(Map<SourceKind, String> more) {
        try {
            sourceLocations().remember(more);
        } catch (IOException e) {
            throw CommandException.store(
                    "the document locations cannot be saved in %s: %s".formatted(shell.home(), e));
        }
    }

    private SourceLocations sourceLocations() {
        return SourceLocations.in(shell.home());
    }

    /// Returns the system, with documents from the remembered locations.
    public Feeds feeds() {
        return Feeds.of(this::supply);
    }

    /// Returns the system with a number of permits for a store that has none recorded.
    public Feeds feeds(int permits) {
        return Feeds.of(options -> {
            supply(options);
            options.orchestration(chosen -> chosen.permits(permits));
        });
    }

    private void supply(FeedsOptions options) {
        try {
            sourceLocations().applyTo(options, System.getenv());
        } catch (IOException e) {
            throw CommandException.store(String.valueOf(e.getMessage()));
        }
    }

    /// Answers a question about the sources.
    public <T> T view(Function<OrchestrationView, T> question) {
        // A view loads nothing, so it needs no locations.
        Feeds feeds = Feeds.of(options -> {});
        return ask(store ->
                question.apply(
                        feeds.orchestrator()
                                .view(
                                        store::query,
                                        filter -> store.runs(filter, Page.newest(RUNS)))));
    }

    /// Answers a question about the loaded items.
    public <T> T items(Function<ItemQueries, T> question) {
        return ask(store -> question.apply(Feeds.items(store::query)));
    }

    private <T> T ask(Function<Store, T> question) {
        StoreLocation location = require();
        try (Store store = location.reading()) {
            requireTables(store, location);
            return question.apply(store);
        }
    }

    /// Returns the location of the store, which must exist.
    public StoreLocation require() {
        StoreLocation location = shell.location();
        try {
            location.require();
            return location;
        } catch (CommandException e) {
            throw e.code() == ExitCode.STORE ? notLoaded(location) : e;
        }
    }

    private static void requireTables(Store store, StoreLocation location) {
        try {
            List<String> flavours =
                    store.query("select flavour from feed_store", row -> row.text(1));
            if (!flavours.isEmpty()) return;
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUSED) throw e;
        }
        throw notLoaded(location);
    }

    /// Returns the error for a store without loaded feeds.
    public static CommandException notLoaded(StoreLocation location) {
        return CommandException.store(
                "no feeds are loaded in %s: start with `pawl feeds run --from DIR`"
                        .formatted(location));
    }
}
