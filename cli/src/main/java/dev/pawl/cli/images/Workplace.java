package dev.pawl.cli.images;

import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Workbench;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.images.Images;
import dev.pawl.images.ProgressBoard;
import dev.pawl.machine.Start;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where runs of images are started and waited for, with a line that says how far they are.
final class Workplace implements AutoCloseable {
    private final Images images;
    private final Workbench bench;

    private Workplace(Images images, Workbench bench) {
        this.images = images;
        this.bench = bench;
    }

    static Workplace open(Shell shell, Images images) {
        return new Workplace(images, Workbench.open(shell, images::register));
    }

    RunId start(Start<?> start) {
        return bench.start(start);
    }

    /// Returns the run when it has ended; nothing if somebody wants this process to end before.
    Optional<Run> await(Shell shell, RunId id) throws IOException, InterruptedException {
        Meter meter = new Meter(shell);
        try {
            while (!shell.ending.isWanted()) {
                Optional<Run> end = bench.end(shell, id);
                if (end.isPresent()) return end;
                meter.show(readings());
            }
            return Optional.empty();
        } finally {
            meter.clear();
        }
    }

    Run run(RunId id) {
        return bench.run(id);
    }

    private List<ProgressBoard.Reading> readings() throws IOException {
        return bench.own().isEmpty() ? images.progress().stored() : images.progress().readings();
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
        bench.close();
    }

    /// Whoever lists runs.
    interface Listing {
        List<Run> runs(Filter filter, Page page);
    }
}
