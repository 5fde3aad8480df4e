package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.feeds.display.EventPrinter;
import dev.pawl.cli.feeds.display.RunDisplay;
import dev.pawl.cli.feeds.display.SourcesSnapshot;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.EngineSession;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Engine;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Member;
import dev.pawl.engine.store.Page;
import dev.pawl.feeds.Feeds;
import dev.pawl.feeds.SourceKind;
import dev.pawl.feeds.database.ItemQueries;
import dev.pawl.orchestrator.OrchestrationView;
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

/// Starts sources and follows them until they have ended, in an engine of this process or in the
/// one that is already open.
final class FeedsRun implements EventPrinter.ViewReader {
    private static final Duration INTERVAL = Duration.ofMillis(200);
    private static final Duration ORDER_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(60);

    private final FeedsContext context;
    private final Shell shell;
    private final Feeds feeds;
    private final EngineSession session;

    FeedsRun(FeedsContext context, Feeds feeds, EngineSession session) throws InterruptedException {
        this.context = context;
        this.shell = context.shell();
        this.feeds = feeds;
        this.session = session;
        Optional<Engine> own = session.own();
        if (own.isPresent()) feeds.orchestrator().resume(own.get(), ORDER_TIMEOUT);
    }

    /// Starts the sources that are not active.
    void start(Set<SourceKind> sources, boolean full, String by) throws InterruptedException {
        SourcesSnapshot snapshot = snapshot();
        List<String> idle =
                sources.stream()
                        .filter(kind -> isIdle(snapshot.state(kind)))
                        .map(SourceKind::id)
                        .toList();
        if (full && idle.size() < sources.size()) {
            shell.warn("--full has no effect on sources that are already active");
        }
        if (!idle.isEmpty()) carryOut(Order.of(Order.Verb.START, idle).full(full).by(by));
    }

    private static boolean isIdle(ProviderState state) {
        return state == ProviderState.IDLE || state == ProviderState.TERMINATED;
    }

    /// Sends an order and waits until it is done; throws the reason if it is refused.
    void carryOut(Order order) throws InterruptedException {
        RunId id = session.start(feeds.orchestrator().order(order));
        Instant until = shell.now().plus(ORDER_TIMEOUT);
        Optional<Run> end = session.end(shell, id);
        while (end.isEmpty() && shell.now().isBefore(until)) end = session.end(shell, id);
        OrderSender.response(
                end.orElseThrow(() ->
                        CommandException.refused(
                                ("the engine open in %s did not carry out order %s: if it does not"
                                                + " run feeds, stop it first")
                                        .formatted(shell.location(), id))));
    }

    /// Shows the sources until they have ended, or forever with `stay`, or until this process is
    /// asked to stop; returns the last snapshot.
    SourcesSnapshot follow(RunDisplay display, boolean stay) throws InterruptedException {
        SourcesSnapshot snapshot = snapshot();
        Set<String> paused = snapshot.paused();
        try {
            boolean over = false;
            while (!over) {
                display.show(snapshot);
                over =
                        (!stay && snapshot.isOver(paused))
                                || shell.shutdown.isRequestedWithin(INTERVAL);
                if (!over) snapshot = snapshot();
            }
            return snapshot;
        } finally {
            display.close();
        }
    }

    /// Takes back all permits and waits until all work has stopped. An engine of another process,
    /// or one shared with other nodes, continues.
    DrainResult drain(String by) throws InterruptedException {
        Optional<Engine> engine = session.own();
        if (engine.isEmpty() || isShared(engine.get())) return DrainResult.ELSEWHERE;
        String macro = feeds.machines().getFirst().name();
        List<Run> live = engine.get().runs(Filter.ALL.machine(macro).live(), Page.newest(1));
        carryOut(Order.drain().by(by).reason("interrupted"));
        for (Run each : live) {
            if (engine.get().awaitEnd(each.id(), DRAIN_TIMEOUT).isEmpty())
                return DrainResult.NOT_YET;
        }
        return DrainResult.DRAINED;
    }

    /// The result of a drain, with a message for the user.
    enum DrainResult {
        DRAINED("drained; resume with `pawl feeds run`"),
        NOT_YET(
                "some sources did not stop within %d s; resume with `pawl feeds run`"
                        .formatted(DRAIN_TIMEOUT.toSeconds())),
        ELSEWHERE("the open engine continues; check `pawl feeds status`");

        final String message;

        DrainResult(String message) {
            this.message = message;
        }
    }

    private static boolean isShared(Engine engine) {
        return engine.nodes().stream().filter(each -> each.state() == Member.State.LIVE).count()
                > 1;
    }

    SourcesSnapshot snapshot() {
        return read(view -> SourcesSnapshot.at(shell.now(), view));
    }

    @Override
    public <T> T read(Function<OrchestrationView, T> question) {
        Optional<Engine> engine = session.own();
        return engine.isPresent()
                ? question.apply(feeds.orchestrator().view(engine.get()))
                : context.view(question);
    }

    /// Returns the notes about documents, without duplicates.
    List<String> notes() {
        Function<ItemQueries, List<ItemQueries.Note>> question = ItemQueries::notes;
        Optional<Engine> engine = session.own();
        List<ItemQueries.Note> notes =
                engine.isPresent()
                        ? question.apply(Feeds.items(engine.get()::query))
                        : context.items(question);
        return notes.stream().map(ItemQueries.Note::text).distinct().toList();
    }
}
