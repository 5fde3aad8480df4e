package dev.pawl.engine;

import dev.pawl.engine.internal.decision.Decision;
import dev.pawl.engine.internal.decision.ForkRules;
import dev.pawl.engine.internal.decision.Input;
import dev.pawl.engine.internal.kernel.CommitExtras;
import dev.pawl.engine.internal.kernel.Kernel;
import dev.pawl.engine.internal.kernel.Registry;
import dev.pawl.engine.internal.loop.EngineContext;
import dev.pawl.engine.internal.loop.RunLoop;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Commands for runs; each is recorded in the run's history with its actor and reason.
public final class Operators {
    private static final int PAGE = 1_000;

    private final Registry registry;
    private final Kernel kernel;
    private final RunLoop loop;

    Operators(EngineContext context, RunLoop loop) {
        this.registry = context.registry();
        this.kernel = context.kernel();
        this.loop = loop;
    }

    /// Applies a command to a run; throws [Refused] if the run cannot accept it.
    public Run order(RunId id, Command command, By by) {
        kernel.requireOpen();
        return loop.apply(id, ordered(command, by)).run();
    }

    /// Returns exactly what a command would do to every run that matches, and does nothing.
    public List<Plan> preview(Filter filter, Command command) {
        Input input = ordered(command, new By(HistoryEntry.ENGINE, "preview"));
        return plans(filter, run -> loop.preview(run, input));
    }

    /// Applies a command to every run that matches and accepts it, and returns each result.
    public List<Plan> orderAll(Filter filter, Command command, By by) {
        kernel.requireOpen();
        Input input = ordered(command, by);
        return plans(filter, run -> loop.apply(run.id(), input));
    }

    /// Starts a copy of a run in one of its machine's states, with its data so far and, if given,
    /// another request; the run itself stays as it is.
    public RunId fork(RunId id, String state, @Nullable Payload request, By by) {
        kernel.requireOpen();
        Run source = source(id);
        Machine<?, ?> machine = registry.machine(source.machine());
        if (request != null) Submission.requireReadable(machine, request);
        ForkRules.Given given = new ForkRules.Given(request, null, null);
        return fork(
                source,
                new ForkRules.Copy(kernel.ids.nextRun(), state, given, by.actor(), by.reason()));
    }

    /// Starts a copy of a run as `fork` says; the run itself stays as it is. Throws
    /// [Refused.OtherMachine] if it is a run of another machine than the fork's.
    public <I, O> RunId fork(Fork<I, O> fork, By by) {
        kernel.requireOpen();
        Run source = source(fork.run());
        Refused.OtherMachine.unless(fork.machine().name(), source);
        Codec codec = fork.machine().codec();
        ForkRules.Given given =
                new ForkRules.Given(
                        encoded(codec, fork.request()),
                        encoded(codec, fork.response()),
                        encoded(codec, fork.context()));
        return fork(
                source,
                new ForkRules.Copy(
                        kernel.ids.nextRun(), fork.state(), given, by.actor(), by.reason()));
    }

    private static @Nullable Payload encoded(Codec codec, @Nullable Object value) {
        return value == null ? null : codec.encode(value);
    }

    private Run source(RunId id) {
        return kernel.store.run(id).orElseThrow(() -> new Refused.UnknownRun(id.toString()));
    }

    private RunId fork(Run source, ForkRules.Copy wanted) {
        Definition definition = registry.machine(source.machine()).definition();
        wanted.given().check();
        Decision created =
                loop.create(
                        now -> ForkRules.fork(definition, source, wanted, now), CommitExtras.NONE);
        loop.carryOutStart(created);
        return wanted.id();
    }

    /// Returns all runs that match, up to the bound of a bulk operation.
    private List<Run> matching(Filter filter) {
        List<Run> all = new ArrayList<>();
        Page page = Page.oldest(PAGE);
        while (true) {
            List<Run> found = kernel.store.runs(filter, page);
            all.addAll(found);
            if (all.size() > Limits.BULK_MAX) {
                throw new Refused.TooLarge(
                        "more than %d runs match; narrow the filter".formatted(Limits.BULK_MAX));
            }
            if (found.size() < PAGE) return all;
            page = page.after(found.getLast().id());
        }
    }

    private List<Plan> plans(Filter filter, Function<Run, Decision> deciding) {
        List<Plan> plans = new ArrayList<>();
        for (Run run : matching(filter)) {
            try {
                plans.add(Plan.of(run, deciding.apply(run)));
            } catch (Refused e) {
                plans.add(Plan.refused(run, String.valueOf(e.getMessage())));
            }
        }
        return plans;
    }

    private static Input ordered(Command command, By by) {
        return new Input.Ordered(command, by.actor(), by.reason());
    }

    /// Who acts, and why.
    public record By(String actor, String reason) {
        public By {
            if (actor.isBlank())
                throw new IllegalArgumentException("expected an actor, found a blank one");
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
