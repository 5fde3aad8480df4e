package dev.pawl.cli.images;

import dev.pawl.cli.shell.EngineSession;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.images.Images;
import dev.pawl.images.machine.ProgressBoard;
import dev.pawl.machine.Start;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An engine session that starts and awaits runs of images, and shows their progress.
final class ImagesSession implements AutoCloseable {
    private final Images images;
    private final EngineSession engine;

    private ImagesSession(Images images, EngineSession engine) {
        this.images = images;
        this.engine = engine;
    }

    static ImagesSession open(Shell shell, Images images) {
        return new ImagesSession(images, EngineSession.open(shell, images::register));
    }

    RunId start(Start<?> start) {
        return engine.start(start);
    }

    /// Returns the run when it has ended; empty if the process is asked to stop before.
    Optional<Run> await(Shell shell, RunId id) throws IOException, InterruptedException {
        ImageProgressLine line = new ImageProgressLine(shell);
        try {
            while (!shell.shutdown.isRequested()) {
                Optional<Run> end = engine.end(shell, id);
                if (end.isPresent()) return end;
                line.show(progress());
            }
            return Optional.empty();
        } finally {
            line.clear();
        }
    }

    Run run(RunId id) {
        return engine.run(id);
    }

    private List<ProgressBoard.Progress> progress() throws IOException {
        return engine.own().isEmpty() ? images.progress().stored() : images.progress().current();
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

    @Override
    public void close() {
        engine.close();
    }

    /// Lists runs: a store or an engine.
    interface Listing {
        List<Run> runs(Filter filter, Page page);
    }
}
