package dev.pawl.engine;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.engine.store.Store;
import dev.pawl.machine.Codec;
import dev.pawl.machine.Definition;
import dev.pawl.machine.Fork;
import dev.pawl.machine.Machine;
import dev.pawl.run.HistoryEntry;
import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What people may do to runs; each act is recorded in the run's history with actor and reason.
public final class Operators {
    private static final int PAGE = 1_000;

    private final Parts parts;
    private final Kernel kernel;
    private final Runs runs;

    Operators(Parts parts, Runs runs) {
        this.parts = parts;
        this.kernel = parts.kernel();
        this.runs = runs;
    }

    /// Does something to a run; throws [Refused] if the run cannot obey.
    public Run order(RunId id, Command command, By by) {
        kernel.requireOpen();
        Input input = new Input.Ordered(command, by.actor(), by.reason());
        return runs.apply(id, input, Additions.ASKED).run();
    }

    /// Returns exactly what a command would do to every run that matches, and does nothing.
    public List<Plan> preview(Filter filter, Command command) {
        List<Plan> plans = new ArrayList<>();
        for (Run run : matching(kernel.store, filter)) plans.add(plan(run, command));
        return plans;
    }

    /// Does something to every run that matches and can obey, and returns what became of each.
    public List<Plan> orderAll(Filter filter, Command command, By by) {
        kernel.requireOpen();
        List<Plan> done = new ArrayList<>();
        for (Run run : matching(kernel.store, filter)) done.add(done(run, command, by));
        return done;
    }

    /// Starts a copy of a run in one of its machine's states, with its data so far and, if given,
    /// another request; the run itself stays as it is.
    public RunId fork(RunId id, String state, @Nullable Payload request, By by) {
        kernel.requireOpen();
        Run source = source(id);
        Machine<?, ?> machine = parts.registry().machine(source.machine());
        if (request != null) Submission.requireReadable(machine, request);
        Forks.Given given = new Forks.Given(request, null, null);
        return fork(source, new Forks.Copy(kernel.ids.nextRun(), state, given, by));
    }

    /// Starts a copy of a run as `fork` says; the run itself stays as it is. Throws
    /// [Refused.OtherMachine] if it is a run of another machine than the fork's.
    public <I, O> RunId fork(Fork<I, O> fork, By by) {
        kernel.requireOpen();
        Run source = source(fork.run());
        Refused.OtherMachine.unless(fork.machine().name(), source);
        Codec codec = fork.machine().codec();
        Forks.Given given =
                new Forks.Given(
                        encoded(codec, fork.request()),
                        encoded(codec, fork.response()),
                        encoded(codec, fork.context()));
        return fork(source, new Forks.Copy(kernel.ids.nextRun(), fork.state(), given, by));
    }

    private static @Nullable Payload encoded(Codec codec, @Nullable Object value) {
        return value == null ? null : codec.encode(value);
    }

    private Run source(RunId id) {
        return kernel.store.run(id).orElseThrow(() -> new Refused.UnknownRun(id.toString()));
    }

    private RunId fork(Run source, Forks.Copy wanted) {
        Definition definition = parts.registry().machine(source.machine()).definition();
        wanted.given().check();
        Moment moment =
                Moment.of(kernel.now(), kernel.host.random().nextDouble(), kernel.ids::next);
        Decision decision = kernel.node.owned(null, Forks.fork(definition, source, wanted, moment));
        runs.turns().expect(decision);
        try {
            kernel.commitNow(Commit.of(decision.change()));
        } catch (RuntimeException | Error e) {
            runs.turns().forget(decision);
            throw e;
        }
        runs.begin(decision);
        return wanted.id();
    }

    /// Returns all runs that match, up to the bound of a bulk operation.
    static List<Run> matching(Store store, Filter filter) {
        List<Run> all = new ArrayList<>();
        Page page = Page.oldest(PAGE);
        while (true) {
            List<Run> found = store.runs(filter, page);
            all.addAll(found);
            if (all.size() > Limits.BULK_MAX) {
                throw new Refused.TooLarge(
                        "more than %d runs match; narrow the filter".formatted(Limits.BULK_MAX));
            }
            if (found.size() < PAGE) return all;
            page = page.after(found.getLast().id());
        }
    }

    private Plan plan(Run run, Command command) {
        Optional<Definition> definition = parts.registry().definition(run.machine());
        if (definition.isEmpty()) {
            return Plan.refused(run, "no definition of machine '" + run.machine() + "' is known");
        }
        Moment moment = Moment.of(kernel.now(), 0, kernel.ids::next);
        Input input = new Input.Ordered(command, HistoryEntry.ENGINE, "preview");
        try {
            return Plan.of(run, Decide.decide(definition.get(), run, input, moment));
        } catch (Refused e) {
            return Plan.refused(run, String.valueOf(e.getMessage()));
        }
    }

    private Plan done(Run run, Command command, By by) {
        Input input = new Input.Ordered(command, by.actor(), by.reason());
        try {
            return Plan.of(run, runs.apply(run.id(), input, Additions.ASKED));
        } catch (Refused e) {
            return Plan.refused(run, String.valueOf(e.getMessage()));
        }
    }

    /// Who acts, and why.
    public record By(String actor, String reason) {
        public By {
            if (actor.isBlank()) throw new IllegalArgumentException("an act needs an actor");
        }
    }

    /// What a command does to one run: from where to where, or why not.
    public record Plan(
            RunId run,
            RunStatus from,
            String fromState,
            RunStatus to,
            String toState,
            Effect effect,
            @Nullable String refusal) {

        static Plan of(Run before, Decision decision) {
            Run after = decision.run();
            Effect effect = Effect.CHANGES;
            if (!decision.changes()) effect = Effect.NOTHING;
            else if (decision.interrupt()) effect = Effect.STOPS_BODY;
            return new Plan(
                    before.id(),
                    before.status(),
                    before.state(),
                    after.status(),
                    after.state(),
                    effect,
                    null);
        }

        static Plan refused(Run run, String why) {
            return new Plan(
                    run.id(),
                    run.status(),
                    run.state(),
                    run.status(),
                    run.state(),
                    Effect.REFUSED,
                    why);
        }

        /// What kind of effect a command has.
        public enum Effect {
            CHANGES,
            STOPS_BODY,
            NOTHING,
            REFUSED
        }
    }
}
