package dev.pawl.controller;

import dev.pawl.controller.Problem.Retrying;
import dev.pawl.controller.Problem.Where;
import dev.pawl.controller.pace.Activity;
import dev.pawl.machine.JsonCodec;
import dev.pawl.run.Failure;
import dev.pawl.run.Payload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decides about one object: observes, evaluates and compares with what is stored. Called for a
/// wake-up in memory and again for the decision that is committed. It changes nothing.
final class DecisionRules<V, M, A, U> {
    /// The largest memory of an object, and the largest decision: they travel with every commit of
    /// its run.
    static final int STORED_CHARS_MAX = 256 << 10;

    private final ControlledKind<V, M, A, U> kind;
    private final ControllerSettings settings;

    DecisionRules(ControlledKind<V, M, A, U> kind, ControllerSettings settings) {
        this.kind = kind;
        this.settings = settings;
    }

    /// Returns what an object needs; `stored` is null for an object without a run.
    Answer decide(ObjectKey key, @Nullable ObjectContext stored, Retrying retrying) {
        Optional<V> view;
        long generation;
        try {
            view = kind.observer().observe(key);
            if (view.isEmpty()) return new Answer.Gone();
            generation = kind.observer().generation(view.get());
        } catch (Throwable e) {
            return failed(context(stored), Where.OBSERVER, e, retrying);
        }
        if (stored != null) {
            boolean isWaiting =
                    stored.hold() != null
                            || (stored.activity().isSlowed(retrying.now())
                                    && stored.generation() == generation);
            if (isWaiting) return new Answer.Quiet(stored.nextWake());
        }
        return evaluate(new Observation<>(view.get(), generation), context(stored), retrying);
    }

    private ObjectContext context(@Nullable ObjectContext stored) {
        return stored != null ? stored : ObjectContext.INITIAL;
    }

    private Answer evaluate(Observation<V> seen, ObjectContext context, Retrying retrying) {
        M memory;
        try {
            memory = memory(context);
        } catch (Throwable e) {
            return failed(context, Where.MEMORY, e, retrying);
        }
        try {
            Evaluation<M, A, U> result =
                    kind.evaluator().evaluate(seen.view(), memory, retrying.now());
            Objects.requireNonNull(result, "the evaluator has returned null");
            return compare(seen, context, new Evaluated<>(memory, result), retrying);
        } catch (Throwable e) {
            return failed(context, Where.EVALUATOR, e, retrying);
        }
    }

    private Answer compare(
            Observation<V> seen,
            ObjectContext context,
            Evaluated<M, A, U> evaluated,
            Retrying retrying) {
        Instant now = retrying.now();
        Evaluation<M, A, U> result = evaluated.result();
        boolean isNew = seen.generation() != context.generation();
        List<String> wanted = result.actions().stream().map(DecisionRules::text).toList();
        boolean differs = kind.status().differs(seen.view(), result.update());
        Problem problem = isNew ? null : open(context.problem(), wanted, differs);
        List<String> actions = wanted;
        if (problem != null && !problem.isDue(now)) {
            actions = withoutWithheld(wanted, problem);
            if (problem.where() == Where.STATUS) differs = false;
        }
        String before = context.memory().isEmpty() ? text(evaluated.memory()) : context.memory();
        String memory =
                evaluated.memory().equals(result.memory())
                        ? before
                        : checked("memory", text(result.memory()));
        boolean decides = !actions.isEmpty() || differs || !memory.equals(before);
        Activity activity = context.activity();
        if (decides) {
            var mark = new Activity.Mark(now, result.summary());
            activity = activity.decided(mark, isNew, settings.hotLoop());
        } else if (actions.size() == wanted.size()) {
            activity = activity.quiet();
        }
        activity = hasty(activity, result.wakeAt(), context, now);
        Instant wakeAt = bounded(result.wakeAt(), now);
        ObjectContext next =
                context.memory(memory)
                        .problem(problem)
                        .activity(activity)
                        .asked(wakeAt, seen.generation());
        if (!decides) {
            Instant pending = pendingWake(context, now);
            boolean isQuiet =
                    Objects.equals(problem, context.problem())
                            && activity.equals(context.activity())
                            && !isEarlier(wakeAt, context.wakeAt(), now);
            return isQuiet
                    ? new Answer.Quiet(earlier(next.nextWake(), pending))
                    : new Answer.Noted(next.asked(earlier(wakeAt, pending), seen.generation()));
        }
        String update = text(result.update());
        checked("decision", String.join("", actions) + update);
        next = next.pending(pending(activity.decisions(), actions, differs ? update : null));
        var content = new DecisionRow.Content(text(seen.view()), before, memory, wanted, update);
        return new Answer.Decided(next, content, result.summary());
    }

    /// A problem is over when what failed is no longer wanted, or when deciding works again.
    private static @Nullable Problem open(
            @Nullable Problem problem, List<String> wanted, boolean differs) {
        if (problem == null) return null;
        boolean isOpen =
                switch (problem.where()) {
                    case OBSERVER, EVALUATOR, MEMORY -> false;
                    case ACTION -> wanted.stream().anyMatch(problem.withheld()::contains);
                    case STATUS -> differs;
                };
        return isOpen ? problem : null;
    }

    private static ObjectContext.@Nullable Pending pending(
            long decision, List<String> actions, @Nullable String update) {
        if (actions.isEmpty() && update == null) return null;
        return new ObjectContext.Pending(decision, actions, update);
    }

    /// An action that failed waits for its retry, and what comes after it in the list waits too.
    private static List<String> withoutWithheld(List<String> wanted, Problem problem) {
        List<String> actions = new ArrayList<>();
        for (String action : wanted) {
            if (problem.withheld().contains(action)) break;
            actions.add(action);
        }
        return actions;
    }

    static String checked(String what, String text) {
        if (text.length() > STORED_CHARS_MAX) {
            throw new IllegalArgumentException(
                    "expected a %s of at most %d characters as JSON, found %d"
                            .formatted(what, STORED_CHARS_MAX, text.length()));
        }
        return text;
    }

    private @Nullable Instant bounded(@Nullable Instant wakeAt, Instant now) {
        if (wakeAt == null) return null;
        Instant earliest = now.plus(settings.wakeMin());
        return wakeAt.isBefore(earliest) ? earliest : wakeAt;
    }

    /// A deadline that has just passed is not hasty; one that is asked for again and again is.
    private Activity hasty(
            Activity activity, @Nullable Instant asked, ObjectContext context, Instant now) {
        boolean isClose = asked != null && asked.isBefore(now.plus(settings.wakeMin()));
        Instant stored = context.wakeAt();
        boolean isAgain = stored != null && !stored.isAfter(now);
        return isClose && !isAgain ? activity : activity.hasty(isClose, settings.wakeMin());
    }

    /// A time that was asked for is kept until it has come, so that it survives a restart.
    private static boolean isEarlier(
            @Nullable Instant asked, @Nullable Instant stored, Instant now) {
        if (asked == null) return false;
        if (stored == null) return true;
        return stored.isAfter(now) && asked.isBefore(stored);
    }

    private static @Nullable Instant pendingWake(ObjectContext context, Instant now) {
        Instant stored = context.wakeAt();
        return stored != null && stored.isAfter(now) ? stored : null;
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null) return other;
        return other == null || one.isBefore(other) ? one : other;
    }

    private static Answer failed(
            ObjectContext context, Where where, Throwable error, Retrying retrying) {
        Problem before = context.problem();
        if (before != null && !before.isOfDeciding()) before = null;
        if (before != null && !before.isDue(retrying.now())) {
            return new Answer.Quiet(before.retryAt());
        }
        String text = Failure.of(error).toString();
        Problem problem = Problem.after(before, where, text, retrying);
        return new Answer.Noted(context.problem(problem));
    }

    /// Returns the memory of an object, the initial one if none is stored.
    M memory(ObjectContext context) {
        M memory =
                context.memory().isEmpty()
                        ? kind.evaluator().initial()
                        : JsonCodec.JSON.decode(
                                Payload.of(context.memory()), kind.types().memory());
        return Objects.requireNonNull(memory, "expected a memory, found null");
    }

    static String text(Object value) {
        return JsonCodec.JSON.encode(value).text();
    }

    private record Observation<V>(V view, long generation) {}

    private record Evaluated<M, A, U>(M memory, Evaluation<M, A, U> result) {}

    /// What is to be done about an object.
    sealed interface Answer {
        /// The object is gone.
        record Gone() implements Answer {}

        /// Nothing until `wakeAt`, if that is not null.
        record Quiet(@Nullable Instant wakeAt) implements Answer {}

        /// There is nothing to decide, but something to store.
        record Noted(ObjectContext next) implements Answer {}

        /// There is a decision to store and perhaps to act on.
        record Decided(ObjectContext next, DecisionRow.Content content, String summary)
                implements Answer {}
    }
}
