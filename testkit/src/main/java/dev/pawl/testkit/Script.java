package dev.pawl.testkit;

import dev.pawl.engine.EngineOptions;
import dev.pawl.engine.Signal;
import dev.pawl.machine.Attempt;
import dev.pawl.machine.Body;
import dev.pawl.machine.Machine;
import dev.pawl.machine.MachineBuilder;
import dev.pawl.machine.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A test of the engine as text: what bodies answer, what clients and operators do, and when the
/// process dies.
///
/// The engine is the real one, in virtual time; only the bodies belong to the script, created by
/// [#step] or all at once by [#machine]. A body that executes asks the script and waits for its
/// line:
///
/// ```
/// start alpine                    a run about alpine; options follow in pairs of words: machine M,
///                                 queue Q, priority N, delay T, deadline T, after KEY, on SUCCESS,
///                                 parent KEY, unique POLICY
/// download -> next                the body of download asks, and answers next; with several runs:
///                                 alpine download -> next; with the number of the attempt and why
///                                 it is executed: download #2 CRASH -> next
/// wait 5s                         time passes; no other line moves the clock
/// send Approved                   an event without content, to the last run; to another one:
///                                 send Approved alpine
/// cancel                          so do pause, resume, retry, skip and goto STATE, [KEY]
/// queue narrow pause              or resume, or a number: its new size
/// crash                           kills the process and restarts it; close: gracefully
/// is WAITING in approval          the last run, or: alpine is WAITING
/// says done                       its response
/// why QUEUE                       one of the causes
/// executing alpine debian         the runs whose bodies execute now, all of them
/// ```
///
/// Outcomes are called as the methods of [Attempt]: `next`, `finish`, `goTo STATE`, `repeatWith
/// [T]`, `waitAndRepeat T`, `retryAfter T`, `abort`, `fail` and `executeBody`; `throw` and `bug`
/// throw. Words after them are the response or the reason. Orders are called as the commands of
/// `pawl run`. A start, event or order that must be refused ends with `refused`. Lines that start
/// with `#` are comments. At the end no body may wait for an answer, and the store must be
/// consistent.
public final class Script {
    private final List<Machine<?, ?>> machines;
    private final List<Ask> asks = new ArrayList<>();
    private Consumer<EngineOptions> options = chosen -> {};
    private StoreFactory stores = StoreFactory.chosen();
    private long seed;

    private Script(List<Machine<?, ?>> machines) {
        this.machines = machines;
    }

    /// Creates a script about these machines; `start` starts the first one by default.
    public static Script of(Machine<?, ?>... machines) {
        return new Script(List.of(machines));
    }

    /// Checks a script about one machine.
    public static void check(Machine<String, String> machine, String text) {
        of(machine).check(text);
    }

    /// Returns a machine whose steps ask the script; `states` are their names, separated by spaces.
    public static Machine<String, String> machine(String name, String states) {
        MachineBuilder<String, String> builder = Machine.named(name, String.class, String.class);
        for (String state : states.split(" ", -1)) {
            builder.step(state, step(state), options -> options.finishes());
        }
        return builder.build();
    }

    /// Returns the body of a step that asks the script.
    public static Body<String, String> step(String state) {
        return attempt -> present().ask(state, attempt);
    }

    /// Adds options to the engine: queues, pools, schedules.
    public Script options(Consumer<EngineOptions> more) {
        options = more;
        return this;
    }

    /// Sets where the store comes from; default: memory.
    public Script on(StoreFactory others) {
        stores = others;
        return this;
    }

    /// Sets the seed that decides the order in which tasks take turns.
    public Script seed(long number) {
        seed = number;
        return this;
    }

    /// Checks a script; a failure shows what was expected and what was found, side by side.
    public void check(String text) {
        SimHost host = new SimHost(seed);
        host.follow(this);
        SimEngine sim = new SimEngine(host, stores, this::configure);
        new ScriptPlayer(sim, machines, asks).play(text);
    }

    private void configure(EngineOptions chosen) {
        machines.forEach(chosen::machines);
        options.accept(chosen);
    }

    private static Script present() {
        Script script = SimTask.SELF.isBound() ? SimTask.SELF.get().world().script() : null;
        if (script == null) {
            throw new IllegalStateException(
                    "only Script.check can execute a step of a script, but no script runs");
        }
        return script;
    }

    private Outcome<String> ask(String state, Attempt<String, String> attempt) throws Exception {
        Ask ask = new Ask(state, attempt);
        asks.add(ask);
        try {
            SimTask.SELF.get().await(ask.answered);
        } finally {
            asks.remove(ask);
        }
        return outcome(attempt, ask.outcome);
    }

    private static Outcome<String> outcome(Attempt<String, String> attempt, String text)
            throws IOException {
        String[] words = text.split(" ", 2);
        String rest = words.length > 1 ? words[1].strip() : "";
        return switch (words[0]) {
            case "next" -> rest.isEmpty() ? attempt.next() : attempt.next(rest);
            case "finish" -> attempt.finish(rest);
            case "goTo" -> attempt.goTo(rest);
            case "repeatWith" ->
                    attempt.repeatWith(
                            attempt.number(),
                            rest.isEmpty() ? Duration.ZERO : ScriptParser.time(rest));
            case "waitAndRepeat" ->
                    attempt.waitAndRepeat(ScriptParser.time(rest), "as the script says");
            case "retryAfter" -> attempt.retryAfter(ScriptParser.time(rest), "as the script says");
            case "executeBody" -> attempt.executeBody();
            case "abort" -> attempt.abort(rest);
            case "fail" -> attempt.fail(rest);
            case "throw" -> throw new IOException(rest);
            case "bug" -> throw new NullPointerException(rest);
            default -> throw new IllegalStateException("not an outcome: " + text);
        };
    }

    /// A body that waits for its line.
    static final class Ask {
        final String state;
        final Attempt<String, String> attempt;
        final Signal answered = new Signal();
        String outcome = "";

        Ask(String state, Attempt<String, String> attempt) {
            this.state = state;
            this.attempt = attempt;
        }

        @Override
        public String toString() {
            return "%s %s #%d %s"
                    .formatted(attempt.key(), state, attempt.number(), attempt.replay());
        }
    }
}
