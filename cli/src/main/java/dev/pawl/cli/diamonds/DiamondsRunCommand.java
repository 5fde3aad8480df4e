package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.CurrencyOptions;
import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.context.DiamondsOpening;
import dev.pawl.cli.diamonds.context.FeedOption;
import dev.pawl.cli.diamonds.context.SupplierPlace;
import dev.pawl.cli.diamonds.display.LoadDisplay;
import dev.pawl.cli.diamonds.display.LoadSnapshot;
import dev.pawl.cli.diamonds.display.LoadSummary;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.EngineSession;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.diamonds.Diamonds;
import dev.pawl.diamonds.order.DiamondOrder;
import dev.pawl.diamonds.order.DiamondOrderMachine;
import dev.pawl.pipeline.run.RunRequest;
import dev.pawl.pipeline.run.RunType;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Loads the stock of a supplier.
@Command(
        name = "run",
        description = {
            "Loads the stock of a supplier: everything the first time, later what has changed.",
            "The supplier given with --supplier is remembered for later runs. A killed or"
                    + " interrupted run resumes with the same command and reads at most one page per"
                    + " partition again. Ctrl-C stops gracefully; a second Ctrl-C exits"
                    + " immediately."
        },
        footer = {
            "",
            "Examples:",
            "  pawl diamonds run --supplier http://127.0.0.1:8080/graphql",
            "  pawl diamonds run",
            "  pawl diamonds run --full",
            "  PAWL_SUPPLIER_USER=me PAWL_SUPPLIER_PASSWORD=… \\",
            "    pawl diamonds run --feed lab --lab-grown --supplier https://api.example/graphql",
            "",
            "The strip shows one cell per partition: it fills while the partition is read, turns"
                    + " green when it is complete, and shows ✗ if it failed.",
            "",
            "Exit codes:",
            "  0  the run completed",
            "  1  the run failed, or waits for a decision because partitions failed",
            "  2  invalid arguments, or no supplier is known",
            "  6  interrupted; resume with `pawl diamonds run`",
            "  130  interrupted twice; resume with `pawl diamonds run`"
        })
final class DiamondsRunCommand implements Callable<Integer> {
    private static final int INTERRUPTED = 6;

    private final DiamondsContext context;
    private final Shell shell;

    @Option(
            names = "--full",
            description = "Load everything, and remove stones that the supplier no longer has.")
    boolean full;

    @Option(
            names = "--incremental",
            description = "Load what has changed since the watermark (default if there is one).")
    boolean incremental;

    @Option(
            names = "--supplier",
            paramLabel = "URL",
            description =
                    "GraphQL endpoint of the supplier, such as http://127.0.0.1:8080/graphql;"
                            + " remembered for later runs.")
    @Nullable String supplier;

    @Option(
            names = "--lab-grown",
            description = "The supplier's stones are lab-grown unless they say otherwise.")
    boolean labGrown;

    @Mixin CurrencyOptions currency = new CurrencyOptions();
    @Mixin FeedOption feed = new FeedOption();
    @Mixin DiamondsOpening opening = new DiamondsOpening();

    DiamondsRunCommand(DiamondsContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        if (full && incremental) {
            throw CommandException.usage("--full and --incremental exclude each other");
        }
        SupplierPlace before = context.suppliers().get(feed.feed());
        SupplierPlace place = place(before);
        if (!place.equals(before)) {
            opening.require(shell, feed.feed(), place);
            context.remember(feed.feed(), place);
        }
        try (Diamonds diamonds = opening.open(context)) {
            return shell.shutdown.during(() -> load(diamonds));
        }
    }

    private SupplierPlace place(@Nullable SupplierPlace before) {
        String url = supplier;
        if (url == null && before != null) url = before.url();
        if (url == null) {
            throw CommandException.usage(
                    ("no supplier of the feed '%s' is known: pass --supplier URL, such as the one"
                                    + " that `pawl diamonds simulate` prints; later runs remember"
                                    + " it. `pawl diamonds demo` needs none")
                            .formatted(feed.feed()));
        }
        boolean isLabGrown = labGrown || (before != null && before.labGrown());
        return new SupplierPlace(url, isLabGrown, currency.orRemembered(before));
    }

    private int load(Diamonds diamonds) throws InterruptedException {
        try (EngineSession session = EngineSession.open(shell, diamonds::register)) {
            addRate(session);
            LoadRun run = new LoadRun(context, diamonds, session);
            Optional<Run> live = run.live(feed.feed());
            if (live.isPresent()) resume(run, live.get());
            RunId id = live.map(Run::id).orElseGet(() -> run.start(request()));
            LoadSnapshot end = run.follow(id, LoadDisplay.of(shell));
            if (shell.shutdown.isRequested() && !end.isOver()) return interrupted(session, end);
            int code = new LoadSummary(end).print(shell);
            shell.out.flush();
            run.awaitAlerts();
            return code;
        }
    }

    /// Adds the exchange rate that was given; refuses a currency without one.
    private void addRate(EngineSession session) throws InterruptedException {
        SupplierPlace place = Objects.requireNonNull(context.suppliers().get(feed.feed()));
        Optional<DiamondOrder> order =
                session.own()
                        .map(engine -> currency.order(shell, place, engine::query))
                        .orElseGet(() ->
                                context.ask(store -> currency.order(shell, place, store::query)));
        if (order.isEmpty()) return;
        RunId id = session.start(DiamondOrderMachine.start(order.get()));
        while (session.end(shell, id).isEmpty()) {
            if (shell.shutdown.isRequested()) return;
        }
    }

    private RunRequest request() {
        RunType type = RunType.AUTO;
        if (full) type = RunType.FULL;
        if (incremental) type = RunType.INCREMENTAL;
        String actor = new ByOptions().by().actor();
        return new RunRequest(feed.feed(), type, null, actor);
    }

    private void resume(LoadRun run, Run live) {
        LoadSnapshot snapshot = run.snapshot(live.id());
        String type = snapshot.row().map(row -> row.origin().type()).orElse("");
        boolean isOther = full ? type.equals("incremental") : incremental && type.equals("full");
        if (isOther) {
            shell.warn(
                    "%s has no effect: a run of %s is active, and is %s"
                            .formatted(full ? "--full" : "--incremental", feed.feed(), type));
        }
        if (shell.json || snapshot.waitsForOperator()) return;
        shell.say(
                "Resuming the %s run of %s: %d of %d partitions complete, %,d stones read."
                        .formatted(
                                type,
                                snapshot.row()
                                        .map(row -> row.startedAt().toString())
                                        .orElse("just now"),
                                snapshot.completed(),
                                snapshot.partitions().size(),
                                snapshot.fetched()));
        shell.out.flush();
    }

    private int interrupted(EngineSession session, LoadSnapshot end) {
        if (session.own().isEmpty()) {
            shell.warn(
                    "the open engine continues; check `%s`"
                            .formatted(FeedOption.command("status", feed.feed())));
            return ExitCode.OK;
        }
        shell.warn("stopping…; a second Ctrl-C or SIGTERM exits immediately");
        session.close();
        new LoadSummary(end).printProgress(shell);
        shell.out.flush();
        shell.warn("stopped; resume with `%s`".formatted(FeedOption.command("run", feed.feed())));
        return INTERRUPTED;
    }
}
