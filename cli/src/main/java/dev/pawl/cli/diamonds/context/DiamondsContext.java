package dev.pawl.cli.diamonds.context;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.StoreLocation;
import dev.pawl.diamonds.Diamonds;
import dev.pawl.diamonds.canonical.StoneQueries;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.pipeline.table.RunRow;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Reads the store for the commands of diamonds, and remembers suppliers.
public final class DiamondsContext {
    private static final int RUNS = 1_000;

    private final Shell shell;

    public DiamondsContext(Shell shell) {
        this.shell = shell;
    }

    public Shell shell() {
        return shell;
    }

    /// Returns the suppliers of earlier runs, by the name of their feed.
    public Map<String, SupplierPlace> suppliers() {
        return new RememberedSuppliers(shell.home()).all();
    }

    /// Remembers the supplier of a feed for later runs.
    public void remember(String feed, SupplierPlace place) {
        new RememberedSuppliers(shell.home()).remember(feed, place);
    }

    /// Answers a question about the stones.
    public <T> T stones(Function<StoneQueries, T> question) {
        return ask(store -> question.apply(Diamonds.stones(store::query)));
    }

    /// Answers a question about the store, which must contain diamonds.
    public <T> T ask(Function<Store, T> question) {
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
            List<Long> runs =
                    store.query(
                            "select (select count(*) from pipeline_runs)"
                                    + " + (select count(*) from diamond_raw where 1 = 0)",
                            row -> row.number(1));
            if (runs.getFirst() > 0) return;
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUSED) throw e;
        }
        throw notLoaded(location);
    }

    /// Returns the error for a store without diamonds.
    public static CommandException notLoaded(StoreLocation location) {
        return CommandException.store(
                "no diamonds are loaded in %s: start with `pawl diamonds run --supplier URL`"
                        .formatted(location));
    }

    /// Returns the run that a text names: the start of its id, or the newest one of the feed if the
    /// text is empty.
    public static RunRow run(Store store, String feed, String text) {
        List<RunRow> newest = RunRow.newest(store::query, feed, RUNS);
        List<RunRow> found =
                newest.stream()
                        .filter(each ->
                                each.run().toString().startsWith(text)
                                        || each.origin().engineRun().equals(text))
                        .toList();
        if (found.isEmpty() && newest.isEmpty()) {
            throw CommandException.notFound("no run of the feed '%s'".formatted(feed));
        }
        if (found.isEmpty()) {
            throw CommandException.notFound(
                    "no run '%s' among the last %d of the feed '%s'; see `pawl diamonds runs`"
                            .formatted(text, RUNS, feed));
        }
        if (!text.isEmpty() && found.size() > 1) {
            throw CommandException.usage(
                    "%d runs start with '%s': give more of the id".formatted(found.size(), text));
        }
        return found.getFirst();
    }
}
