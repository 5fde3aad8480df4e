package dev.pawl.cli.images;

import dev.pawl.cli.shell.Place;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Engine;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlClient;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.images.Images;
import dev.pawl.images.ProgressBoard;
import dev.pawl.machine.Start;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.Pawl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where runs of images are started and waited for: in the engine that is open on the store, or in
/// one that is open as long as a command lasts.
final class Workplace implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(200);

    private final Images images;
    private final AutoCloseable opened;
    private final @Nullable Engine engine;
    private final @Nullable Control other;

    private Workplace(
            Images images, AutoCloseable opened, @Nullable Engine engine, @Nullable Control other) {
        this.images = images;
        this.opened = opened;
        this.engine = engine;
        this.other = other;
    }

    static Workplace open(Shell shell, Images images) {
        return switch (shell.place()) {
            case Place.Home(Path home) -> inHome(home, images);
            case Place.Database database -> {
                Store store = database.writing();
                Engine engine = Engine.open(store, images::register);
                yield new Workplace(images, engine, engine, null);
            }
        };
    }

    private static Workplace inHome(Path home, Images images) {
        Optional<ControlClient> live = ControlClient.connect(home);
        if (live.isPresent()) return new Workplace(images, live.get(), null, live.get());
        Pawl pawl = Pawl.open(home, images::register);
        return new Workplace(images, pawl, pawl.engine(), null);
    }

    RunId start(Start<?> start) {
        if (engine != null) return engine.start(start);
        return control().start(Submission.of(start));
    }

    /// Returns the run when it has ended; nothing if somebody wants this process to end before.
    Optional<Run> await(Shell shell, RunId id) throws IOException, InterruptedException {
        Meter meter = new Meter(shell);
        try {
            while (!shell.ending.isWanted()) {
                Optional<Run> end = end(shell, id);
                if (end.isPresent()) return end;
                meter.show(readings());
            }
            return Optional.empty();
        } finally {
            meter.clear();
        }
    }

    private Optional<Run> end(Shell shell, RunId id) throws InterruptedException {
        if (engine != null) return engine.awaitEnd(id, LOOK);
        Run run = run(id);
        if (!run.status().isEnd() && !shell.ending.isWantedWithin(LOOK)) run = run(id);
        return run.status().isEnd() ? Optional.of(run) : Optional.empty();
    }

    Run run(RunId id) {
        return engine != null ? engine.run(id) : control().run(id);
    }

    private List<ProgressBoard.Reading> readings() throws IOException {
        return engine == null ? images.progress().stored() : images.progress().readings();
    }

    /// Returns all runs that have not ended.
    static List<Run> live(Listing listing) {
        List<Run> all = new ArrayList<>();
        Page page = Page.oldest(Page.LIMIT_MAX);
        while (true) {
            List<Run> runs = listing.runs(Filter.ALL.live(), page);
            all.addAll(runs);
            if (runs.size() < page.limit()) return all;
            page = page.after(runs.getLast().id());
        }
    }

    private Control control() {
        if (other == null) throw new IllegalStateException("the engine is this process's own");
        return other;
    }

    @Override
    public void close() {
        try {
            opened.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /// Whoever lists runs.
    interface Listing {
        List<Run> runs(Filter filter, Page page);
    }
}
