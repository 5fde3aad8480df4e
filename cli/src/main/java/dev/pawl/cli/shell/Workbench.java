package dev.pawl.cli.shell;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlClient;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Start;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.store.Pawl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Where a command starts runs and waits for them: in the engine that is open on the store, or in
/// one that is open as long as the command lasts.
public final class Workbench implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(200);

    private final AutoCloseable opened;
    private final @Nullable Engine engine;
    private final @Nullable Control other;

    private Workbench(AutoCloseable opened, @Nullable Engine engine, @Nullable Control other) {
        this.opened = opened;
        this.engine = engine;
        this.other = other;
    }

    /// Opens an engine with what `options` registers, unless one is open in another process; in a
    /// database it becomes one of the nodes that share it.
    public static Workbench open(Shell shell, Consumer<EngineOptions> options) {
        return switch (shell.place()) {
            case Place.Home(Path home) -> inHome(home, options);
            case Place.Database database -> {
                Store store = database.writing();
                Engine engine = Engine.open(store, options);
                yield new Workbench(engine, engine, null);
            }
        };
    }

    private static Workbench inHome(Path home, Consumer<EngineOptions> options) {
        Optional<ControlClient> live = ControlClient.connect(home);
        if (live.isPresent()) return new Workbench(live.get(), null, live.get());
        Pawl pawl = Pawl.open(home, options);
        return new Workbench(pawl, pawl.engine(), null);
    }

    /// Returns the engine of this process, if it has one.
    public Optional<Engine> own() {
        return Optional.ofNullable(engine);
    }

    public RunId start(Start<?> start) {
        return engine != null ? engine.start(start) : control().start(Submission.of(start));
    }

    public Run run(RunId id) {
        return engine != null ? engine.run(id) : control().run(id);
    }

    /// Waits a moment for the end of a run, or for the wish to end this process.
    public Optional<Run> end(Shell shell, RunId id) throws InterruptedException {
        if (engine != null) return engine.awaitEnd(id, LOOK);
        Run run = run(id);
        if (!run.status().isEnd() && !shell.ending.isWantedWithin(LOOK)) run = run(id);
        return run.status().isEnd() ? Optional.of(run) : Optional.empty();
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
}
