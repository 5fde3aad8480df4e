package dev.pawl.controller;

import dev.pawl.controller.DecisionRules.Answer;
import dev.pawl.engine.CauseProvider;
import dev.pawl.engine.Engine;
import dev.pawl.engine.EngineEvent;
import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Host;
import dev.pawl.engine.Limits;
import dev.pawl.engine.Refused;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Drives the objects of one kind to their desired state.
///
/// ```java sketch
/// Controller controller = Controller.of(kind, ControllerSettings.DEFAULT, host);
/// Engine engine = Engine.open(store, controller::register);
/// controller.start();
/// watch.onChange(key -> controller.wake(key));
/// ```
///
/// It serves one engine. Only one process at a time may be started on a kind of objects; the others
/// wait to lead. Thread-safe.
public final class Controller<V, M, A, U> implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Controller.class.getName());
    private static final int PAGE = 1_000;

    private final ControllerContext<V, M, A, U> context;
    private final ObjectMachine machine;
    private final WakeLine line;
    private final AtomicReference<@Nullable Engine> engine = new AtomicReference<>();
    private final AtomicLong evaluations = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();

    private Controller(ControllerContext<V, M, A, U> context) {
        this.context = context;
        String kind = context.kind().name();
        this.line =
                new WakeLine(
                        ObjectMachine.name(kind),
                        context.host(),
                        context.settings(),
                        this::evaluate);
        this.machine =
                new ObjectMachine(
                        kind, new DecideStep<>(context), new ActStep<>(context, line::stuck));
    }

    /// Creates a controller.
    ///
    /// @param host the engine's
    public static <V, M, A, U> Controller<V, M, A, U> of(
            ControlledKind<V, M, A, U> kind, ControllerSettings settings, Host host) {
        return new Controller<>(ControllerContext.of(kind, settings, host));
    }

    /// Registers the controller with an engine that is about to open.
    public void register(EngineOptions options) {
        options.machines(machine.machine());
        options.tables(ControllerSchema.TABLES);
        options.observer(this::on);
        options.explaining(causes());
        options.opening(this::opened);
    }

    private void opened(Engine opening) {
        if (!engine.compareAndSet(null, opening)) {
            throw new IllegalStateException(
                    "expected a controller of %s for one engine, found a second one; create another"
                                    .formatted(context.kind().name())
                            + " controller");
        }
        Filter live = Filter.ALL.machine(machine.machine().name()).live();
        Page page = Page.oldest(PAGE);
        while (true) {
            List<Run> runs = opening.runs(live, page);
            runs.forEach(this::changed);
            if (runs.size() < PAGE) return;
            page = page.after(runs.getLast().id());
        }
    }

    /// Starts to control: evaluates every known object, and from now on every one that is woken.
    /// Call it when the observer knows all objects, and only in the process that leads: an object
    /// that the observer does not know counts as gone.
    public void start() {
        requireEngine();
        context.gate().open();
        line.start();
    }

    /// Stops to control: no further action starts. [#start] continues.
    public void stop() {
        context.gate().shut();
        line.stop();
    }

    /// Stops to control; call it before the engine is closed.
    @Override
    public void close() {
        stop();
    }

    /// Evaluates an object soon; wake-ups of one object are coalesced.
    public void wake(ObjectKey key) {
        int bytes = key.toString().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > Limits.KEY_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "expected a key of at most %d bytes, found %d: %s"
                            .formatted(Limits.KEY_BYTES_MAX, bytes, key));
        }
        line.wake(key);
    }

    /// Wakes an object because something that belongs to it has changed, unless that is a write of
    /// this controller; returns whether it was woken.
    public boolean changed(ObjectKey key, OwnWrite change) {
        if (context.ownWrites().isOwn(change.object(), change.version())) {
            dropped.incrementAndGet();
            return false;
        }
        wake(key);
        return true;
    }

    /// Does nothing to an object until it is released. Durable when this returns; an action that is
    /// being performed ends first. Throws [Refused] if there is no such object.
    public void hold(ObjectKey key, String actor, String reason) {
        send(key, new ObjectEvent.Hold(actor, reason));
    }

    /// Controls an object again.
    public void release(ObjectKey key, String actor, String reason) {
        send(key, new ObjectEvent.Release(actor, reason));
    }

    /// Forgets the memory of an object, such as one that this version cannot read, and starts from
    /// the initial one.
    public void reset(ObjectKey key, String actor, String reason) {
        send(key, new ObjectEvent.Reset(actor, reason));
    }

    private void send(ObjectKey key, ObjectEvent event) {
        RunId run = line.run(key);
        if (run == null) {
            if (context.kind().observer().observe(key).isEmpty()) {
                throw new Refused("there is no %s %s".formatted(context.kind().name(), key));
            }
            run = requireEngine().start(machine.start(key));
        }
        requireEngine().send(run, event);
    }

    /// Returns the run of an object, if it has one.
    public @Nullable RunId run(ObjectKey key) {
        return line.run(key);
    }

    /// Returns the objects and decisions that are recorded.
    public ControllerLog log() {
        return new ControllerLog(requireEngine()::query, context.kind().name());
    }

    /// Returns counts since this controller was created.
    public ControllerStats stats() {
        return new ControllerStats(line.size(), evaluations.get(), dropped.get(), errors.get());
    }

    /// Returns the provider of causes for the engine's `why`.
    public static CauseProvider causes() {
        return ControllerCauses.ALL;
    }

    /// Evaluates an object in memory; only if there is something to store is its run notified.
    private void evaluate(ControlledObject object) {
        evaluations.incrementAndGet();
        try {
            ObjectContext stored = line.stored(object);
            Answer answer =
                    context.rules()
                            .decide(object.key, stored, context.retrying(context.host().now()));
            switch (answer) {
                case Answer.Quiet quiet -> line.quiet(object, quiet.wakeAt());
                case Answer.Gone _ -> {
                    if (line.run(object.key) == null) line.quiet(object, null);
                    else decide(object);
                }
                case Answer.Noted _, Answer.Decided _ -> decide(object);
            }
        } catch (Refused.Closed _) {
            stop();
        } catch (RuntimeException | Error e) {
            Instant next = context.host().now().plus(context.settings().backoff().cap());
            errors.incrementAndGet();
            LOG.log(System.Logger.Level.WARNING, () -> "evaluating " + object.key, e);
            line.undecided(object, next);
        }
    }

    private void decide(ControlledObject object) {
        if (!line.decides(object)) return;
        RunId run = line.run(object.key);
        if (run == null) {
            requireEngine().start(machine.start(object.key));
            return;
        }
        try {
            requireEngine().send(run, new ObjectEvent.Evaluate());
        } catch (Refused.Ended _) {
            line.undecided(object, context.host().now());
        }
    }

    private void on(EngineEvent event) {
        if (event instanceof EngineEvent.RunChanged(var _, Run after, var _)) changed(after);
    }

    private void changed(Run run) {
        if (!run.machine().equals(machine.machine().name())) return;
        Payload stored = run.data().context();
        line.changed(
                ObjectKey.parse(run.key()),
                run,
                stored == null ? null : JsonCodec.JSON.decode(stored, ObjectContext.class));
    }

    private Engine requireEngine() {
        Engine found = engine.get();
        if (found == null) {
            throw new IllegalStateException(
                    "expected an engine that was opened with this controller, found none; pass"
                            + " Controller.register to Engine.open");
        }
        return found;
    }
}
