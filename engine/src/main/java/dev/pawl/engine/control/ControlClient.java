package dev.pawl.engine.control;

import dev.pawl.engine.Command;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Lease;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Schedule;
import dev.pawl.engine.Submission;
import dev.pawl.engine.Why;
import dev.pawl.engine.control.ControlException.Kind;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Tally;
import dev.pawl.machine.Definition;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Control of an engine in another process, through the socket in its home directory.
///
/// One request at a time; used by one thread. An engine that gives no sign of life within
/// [#PATIENCE] is given up: one that works on something long gives signs meanwhile.
public final class ControlClient implements Control {
    /// How long an engine may say nothing.
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path home;
    private final Duration patience;
    private final Wire wire;

    private ControlClient(Path home, Duration patience) throws IOException {
        this.home = home;
        this.patience = patience;
        this.wire = new Wire(SocketFile.connect(home), patience);
    }

    /// Connects to the engine that is open in `home`; empty if there is none.
    public static Optional<ControlClient> connect(Path home) {
        return connect(home, PATIENCE);
    }

    static Optional<ControlClient> connect(Path home, Duration patience) {
        Path file = SocketFile.in(home);
        if (!Files.exists(file)) return Optional.empty();
        if (!Files.isWritable(file)) {
            throw new ControlException(
                    Kind.REFUSED,
                    "the engine in %s belongs to another user; ask as its owner".formatted(home));
        }
        try {
            return Optional.of(new ControlClient(home, patience));
        } catch (ConnectException _) {
            // Nobody listens: its process is dead, or is just about to end.
            return Optional.empty();
        } catch (SocketException e) {
            if (!Files.exists(file)) return Optional.empty();
            throw silent(home, "takes no more callers (%s)".formatted(e.getMessage()));
        } catch (IOException e) {
            throw new ControlException(
                    Kind.REFUSED,
                    "the control socket %s cannot be reached: %s".formatted(file, e),
                    e);
        }
    }

    @Override
    public Liveness liveness() {
        return ask(new Request.Liveness(), Liveness.class);
    }

    @Override
    public List<Run> runs(Filter filter, Page page) {
        return List.of(ask(new Request.Runs(filter, page), Run[].class));
    }

    @Override
    public long count(Filter filter) {
        return ask(new Request.Count(filter), Long.class);
    }

    @Override
    public List<Tally> tally() {
        return List.of(ask(new Request.Tally(), Tally[].class));
    }

    @Override
    public Run run(RunId id) {
        return ask(new Request.Run(id), Run.class);
    }

    @Override
    public List<HistoryEntry> history(RunId id, long after, int limit) {
        return List.of(ask(new Request.History(id, after, limit), HistoryEntry[].class));
    }

    @Override
    public Why why(RunId id) {
        return ask(new Request.Why(id), Why.class);
    }

    @Override
    public Run order(RunId id, Command command, By by) {
        return ask(new Request.Order(id, command, by), Run.class);
    }

    @Override
    public List<Plan> preview(Filter filter, Command command) {
        return List.of(ask(new Request.Preview(filter, command), Plan[].class));
    }

    @Override
    public List<Plan> orderAll(Filter filter, Command command, By by) {
        return List.of(ask(new Request.OrderAll(filter, command, by), Plan[].class));
    }

    @Override
    public RunId start(Submission asked) {
        return ask(new Request.Start(asked), RunId.class);
    }

    @Override
    public RunId fork(RunId id, String state, @Nullable Payload request, By by) {
        return ask(new Request.Fork(id, state, request, by), RunId.class);
    }

    @Override
    public List<Definition> definitions() {
        return List.of(ask(new Request.Definitions(), Definition[].class));
    }

    @Override
    public List<QueueView> queues() {
        return List.of(ask(new Request.Queues(), QueueView[].class));
    }

    @Override
    public void setQueue(QueueSettings settings) {
        tell(new Request.SetQueue(settings));
    }

    @Override
    public void pauseQueue(String name, boolean on) {
        tell(new Request.PauseQueue(name, on));
    }

    @Override
    public void resizeQueue(String name, int concurrency) {
        tell(new Request.ResizeQueue(name, concurrency));
    }

    @Override
    public List<PoolView> pools() {
        return List.of(ask(new Request.Pools(), PoolView[].class));
    }

    @Override
    public Lease releasePermits(String pool, String holder) {
        return ask(new Request.ReleasePermits(pool, holder), Lease.class);
    }

    @Override
    public List<Schedule> schedules() {
        return List.of(ask(new Request.Schedules(), Schedule[].class));
    }

    @Override
    public void pauseSchedule(String name, boolean on) {
        tell(new Request.PauseSchedule(name, on));
    }

    @Override
    public List<CrashReport> reports() {
        return List.of(ask(new Request.Reports(), CrashReport[].class));
    }

    @Override
    public List<String> verify() {
        return List.of(ask(new Request.Verify(), String[].class));
    }

    @Override
    public void close() {
        try {
            wire.close();
        } catch (IOException _) {
            // Nothing of a request is left in it.
        }
    }

    private void tell(Request request) {
        if (!ask(request, Boolean.class)) {
            throw new ControlException(Kind.INTERNAL, "the engine did not do it: " + request);
        }
    }

    private <T> T ask(Request request, Class<T> type) {
        try {
            Lines.write(wire.out(), Json.line(request));
            return Json.answer(answer(), type);
        } catch (SocketTimeoutException _) {
            throw silent(home, "gave no answer within " + patience.toSeconds() + " s");
        } catch (IOException e) {
            throw gone(e.getMessage());
        }
    }

    /// Returns the next line that says something: an empty one is a sign of life.
    private String answer() throws IOException {
        while (true) {
            Optional<String> line = Lines.read(wire.in(), ControlServer.ANSWER_BYTES_MAX * 2);
            if (line.isEmpty()) throw gone("it closed the connection");
            if (!line.get().isEmpty()) return line.get();
        }
    }

    private ControlException gone(@Nullable String how) {
        return new ControlException(
                Kind.GONE,
                "the engine in %s went away before it answered (%s); ask again"
                        .formatted(home, how));
    }

    private static ControlException silent(Path home, String how) {
        return new ControlException(
                Kind.SILENT,
                ("the engine in %s %s: it hangs or was stopped. An order may still be obeyed; look"
                                + " at its process, and end it to work on the store without it")
                        .formatted(home, how));
    }
}
