package dev.pawl.cli.shell;

import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Submission;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlClient;
import dev.pawl.engine.control.ControlRequest.GetRun;
import dev.pawl.engine.control.ControlRequest.StartRun;
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

/// The engine in which a command starts runs and waits for them: the one that is open on the store,
/// or one that this process opens until the command ends.
public final class EngineSession implements AutoCloseable {
    private static final Duration POLL_EVERY = Duration.ofMillis(200);

    private final AutoCloseable opened;
    private final Control control;
    private final @Nullable Engine own;

    private EngineSession(AutoCloseable opened, Engine own) {
        this.opened = opened;
        this.control = Control.of(own);
        this.own = own;
    }

    private EngineSession(Control other) {
        this.opened = other;
        this.control = other;
        this.own = null;
    }

    /// Connects to the engine that is open in another process, or opens one with these options; on
    /// a database it joins the nodes that share it.
    public static EngineSession open(Shell shell, Consumer<EngineOptions> options) {
        return switch (shell.location()) {
            case StoreLocation.Home(Path home) -> inHome(home, options);
            case StoreLocation.Database database -> {
                Store store = database.writing();
                Engine engine = Engine.open(store, options);
                yield new EngineSession(engine, engine);
            }
        };
    }

    private static EngineSession inHome(Path home, Consumer<EngineOptions> options) {
        Optional<ControlClient> live = ControlClient.connect(home);
        if (live.isPresent()) return new EngineSession(live.get());
        Pawl pawl = Pawl.open(home, options);
        return new EngineSession(pawl, pawl.engine());
    }

    /// Returns the engine that this process opened, if any.
    public Optional<Engine> own() {
        return Optional.ofNullable(own);
    }

    public RunId start(Start<?> start) {
        return control.execute(new StartRun(Submission.of(start)));
    }

    public Run run(RunId id) {
        return control.execute(new GetRun(id));
    }

    /// Waits a moment for the end of a run, or for a request to stop this process.
    public Optional<Run> end(Shell shell, RunId id) throws InterruptedException {
        if (own != null) return own.awaitEnd(id, POLL_EVERY);
        Run run = run(id);
        if (!run.status().isEnd() && !shell.shutdown.isRequestedWithin(POLL_EVERY)) run = run(id);
        return run.status().isEnd() ? Optional.of(run) : Optional.empty();
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
