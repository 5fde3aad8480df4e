package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Place;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.StoreException;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.FeedsOptions;
import dev.pawl.feeds.Places;
import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.base.Knowledge;
import dev.pawl.feeds.item.BareId;
import dev.pawl.feeds.item.Urn;
import dev.pawl.orchestrator.Board;
import dev.pawl.orchestrator.broker.Allocation;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Where the commands of feeds ask: what the store knows of sources, and of what they brought.
final class Desk {
    private static final int RUNS = 100;

    private final Shell shell;

    Desk(Shell shell) {
        this.shell = shell;
    }

    Shell shell() {
        return shell;
    }

    /// Returns where documents come from, as the home has it.
    Map<SourceKind, String> places() {
        try {
            return kept().all();
        } catch (IOException e) {
            throw Trouble.store(String.valueOf(e.getMessage()));
        }
    }

    /// Remembers where documents come from.
    void keep(Map<SourceKind, String> more) {
        try {
            kept().keep(more);
        } catch (IOException e) {
            throw Trouble.store(
                    "the places of documents cannot be kept in %s: %s".formatted(shell.home(), e));
        }
    }

    private Places kept() {
        return Places.in(shell.home());
    }

    /// Sets the system up; `permits` is 0 unless told.
    Feeds feeds(int permits) {
        return Feeds.of(options -> {
            supply(options);
            if (permits > 0) options.orchestration(chosen -> chosen.permits(permits));
        });
    }

    private void supply(FeedsOptions options) {
        try {
            kept().tell(options, System.getenv());
        } catch (IOException e) {
            throw Trouble.store(String.valueOf(e.getMessage()));
        }
    }

    /// Asks how the sources are.
    <T> T board(Function<Board, T> question) {
        // Nothing is loaded here, so it does not matter from where.
        Feeds feeds = Feeds.of(options -> {});
        return ask(store ->
                question.apply(
                        feeds.orchestrator()
                                .board(
                                        store::query,
                                        filter -> store.runs(filter, Page.newest(RUNS)))));
    }

    /// Asks what they brought.
    <T> T base(Function<Knowledge, T> question) {
        return ask(store -> question.apply(Feeds.base(store::query)));
    }

    private <T> T ask(Function<Store, T> question) {
        Place place = require();
        try (Store store = place.reading()) {
            requireTables(store, place);
            return question.apply(store);
        }
    }

    /// Returns where the store is, which must be there.
    Place require() {
        Place place = shell.place();
        try {
            place.require();
            return place;
        } catch (Trouble e) {
            throw e.code() == ExitCode.STORE ? nothing(place) : e;
        }
    }

    private static void requireTables(Store store, Place place) {
        try {
            List<String> flavours =
                    store.query("select flavour from feed_store", row -> row.text(1));
            if (!flavours.isEmpty()) return;
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.REFUSED) throw e;
        }
        throw nothing(place);
    }

    /// Returns what to say where nobody ever loaded anything.
    static Trouble nothing(Place place) {
        return Trouble.store(
                "nothing was ever loaded in %s: begin with `pawl feeds run --from DIR`"
                        .formatted(place));
    }

    /// Returns the source that a word means.
    static SourceKind source(String word) {
        return SourceKind.find(word.toLowerCase(Locale.ROOT))
                .orElseThrow(() ->
                        Trouble.notFound(
                                "there is no source '%s' (has: %s)".formatted(word, sources())));
    }

    static List<SourceKind> sources(List<String> words) {
        return words.stream().map(Desk::source).distinct().toList();
    }

    /// Returns the id of the source that a word means; all of them for "".
    static String sourceOrAll(String word) {
        return word.isEmpty() ? "" : source(word).id();
    }

    private static String sources() {
        return Arrays.stream(SourceKind.values())
                .map(SourceKind::id)
                .collect(Collectors.joining(", "));
    }

    /// Returns the URN that a text is, or that its id belongs to.
    static Urn urn(String text) {
        try {
            return BareId.urn(text);
        } catch (Urn.BadUrn e) {
            throw Trouble.usage(String.valueOf(e.getMessage()));
        }
    }

    /// Returns how many answers are wanted.
    static int limit(int limit) {
        if (limit > 0) return limit;
        throw Trouble.usage("--limit is 1 or more, not " + limit);
    }

    /// Returns a number of permits that can be had.
    static int permits(int count) {
        if (count >= 1 && count <= Allocation.CAPACITY_MAX) return count;
        throw Trouble.usage(
                "permits are 1 to %d, not %d".formatted(Allocation.CAPACITY_MAX, count));
    }
}
