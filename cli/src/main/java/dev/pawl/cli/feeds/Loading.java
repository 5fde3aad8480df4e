package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.cli.shell.Workbench;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.Page;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.base.Knowledge;
import dev.pawl.orchestrator.Board;
import dev.pawl.orchestrator.Order;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// One run of sources, from the order to start them until nothing is left to do, in an engine of
/// this process or in the one that is open.
final class Loading implements Diary.Asker {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration DRAIN = Duration.ofSeconds(60);

    private final Desk desk;
    private final Shell shell;
    private final Feeds feeds;
    private final Workbench bench;

    Loading(Desk desk, Feeds feeds, Workbench bench) {
        this.desk = desk;
        this.shell = desk.shell();
        this.feeds = feeds;
        this.bench = bench;
        bench.own().ifPresent(feeds::begin);
    }

    /// Starts those sources that are not at work already.
    void start(Set<SourceKind> sources, boolean full, String by) throws InterruptedException {
        Look look = look();
        List<String> free =
                sources.stream()
                        .filter(kind -> isFree(look.state(kind)))
                        .map(SourceKind::id)
                        .toList();
        if (full && free.size() < sources.size()) {
            shell.warn("--full is only for sources that were not at work already");
        }
        if (!free.isEmpty()) carryOut(Order.start(full, by, free));
    }

    private static boolean isFree(ProviderState state) {
        return state == ProviderState.IDLE || state == ProviderState.TERMINATED;
    }

    /// Gives an order and waits until it is carried out; throws what it was refused with.
    void carryOut(Order order) throws InterruptedException {
        RunId id = bench.start(feeds.orchestrator().order(order));
        Instant until = shell.now().plus(PATIENCE);
        Optional<Run> end = bench.end(shell, id);
        while (end.isEmpty() && shell.now().isBefore(until)) end = bench.end(shell, id);
        Ordering.response(
                end.orElseThrow(() ->
                        Trouble.refused(
                                ("the engine that is open in %s has not carried out the order %s:"
                                                + " if it is not one of feeds, end it first")
                                        .formatted(shell.place(), id))));
    }

    /// Shows how it goes until it is over, or forever, or until somebody wants this process to end;
    /// returns the last look.
    Look watch(Picture picture, boolean stay) throws InterruptedException {
        Look look = look();
        Set<String> paused = look.paused();
        try {
            boolean over = false;
            while (!over) {
                picture.show(look);
                over = (!stay && look.isOver(paused)) || shell.ending.isWantedWithin(LOOK);
                if (!over) look = look();
            }
            return look;
        } finally {
            picture.close();
        }
    }

    /// Takes all permits back and waits for that; an engine of another process, or of other nodes,
    /// goes on.
    Rest drain(String by) throws InterruptedException {
        Optional<Engine> engine = bench.own();
        if (engine.isEmpty() || isShared(engine.get())) return Rest.ELSEWHERE;
        String macro = feeds.machines().getFirst().name();
        List<Run> live = engine.get().runs(Filter.ALL.machine(macro).live(), Page.newest(1));
        carryOut(Order.of(Order.Verb.DRAIN, by, "interrupted"));
        for (Run each : live) {
            if (engine.get().awaitEnd(each.id(), DRAIN).isEmpty()) return Rest.NOT_YET;
        }
        return Rest.DRAINED;
    }

    /// What came of taking all permits back, in words.
    enum Rest {
        DRAINED("drained; `pawl feeds run` goes on where it was"),
        NOT_YET(
                "not all sources came to rest within %d s; `pawl feeds run` lets them, and goes on"
                        .formatted(DRAIN.toSeconds())),
        ELSEWHERE("the engine that is open goes on: `pawl feeds status` tells how far");

        final String words;

        Rest(String words) {
            this.words = words;
        }
    }

    private static boolean isShared(Engine engine) {
        return engine.nodes().stream().filter(each -> each.state() == Member.State.LIVE).count()
                > 1;
    }

    Look look() {
        return ask(board -> Look.at(shell.now(), board));
    }

    @Override
    public <T> T ask(Function<Board, T> question) {
        Optional<Engine> engine = bench.own();
        return engine.isPresent()
                ? question.apply(feeds.orchestrator().board(engine.get()))
                : desk.board(question);
    }

    /// Returns what there is to say about documents, each text once.
    List<String> notes() {
        Function<Knowledge, List<Knowledge.Note>> question = Knowledge::notes;
        Optional<Engine> engine = bench.own();
        List<Knowledge.Note> notes =
                engine.isPresent()
                        ? question.apply(Feeds.base(engine.get()::query))
                        : desk.base(question);
        return notes.stream().map(Knowledge.Note::text).distinct().toList();
    }
}
