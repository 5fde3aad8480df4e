package dev.pawl.engine.control;

import dev.pawl.engine.Command;
import dev.pawl.engine.CrashReport;
import dev.pawl.engine.Operators.By;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.QueueSettings;
import dev.pawl.engine.Schedule;
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
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Control of an engine in another process, through the socket in its home directory.
///
/// One request at a time; used by one thread.
public final class ControlClient implements Control {
    private final Path home;
    private final SocketChannel channel;
    private final InputStream in;
    private final OutputStream out;

    private ControlClient(Path home, SocketChannel channel) {
        this.home = home;
        this.channel = channel;
        this.in = new BufferedInputStream(Channels.newInputStream(channel));
        this.out = Channels.newOutputStream(channel);
    }

    /// Connects to the engine that is open in `home`; empty if there is none.
    public static Optional<ControlClient> connect(Path home) {
        Path file = SocketFile.in(home);
        if (!Files.exists(file)) return Optional.empty();
        if (!Files.isWritable(file)) {
            throw new ControlException(
                    Kind.REFUSED,
                    "the engine in %s belongs to another user; ask as its owner".formatted(home));
        }
        try {
            return Optional.of(new ControlClient(home, SocketFile.connect(home)));
        } catch (SocketException _) {
            // Nobody listens: its process is dead, or is just about to end.
            return Optional.empty();
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
            channel.close();
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
        Optional<String> answer;
        try {
            Lines.write(out, Json.line(request));
            answer = Lines.read(in, ControlServer.ANSWER_BYTES_MAX * 2);
        } catch (IOException e) {
            throw gone(e.getMessage());
        }
        return Json.answer(answer.orElseThrow(() -> gone("it closed the connection")), type);
    }

    private ControlException gone(@Nullable String how) {
        return new ControlException(
                Kind.GONE,
                "the engine in %s went away before it answered (%s); ask again"
                        .formatted(home, how));
    }
}
