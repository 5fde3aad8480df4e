package dev.pawl.engine.store;

import dev.pawl.run.Failure;
import dev.pawl.run.QueuePlace;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import dev.pawl.run.RunStatus;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A condition on runs. A component that is null or an empty set matches every run.
///
/// `following` matches runs that have this run as a predecessor (`after` or `behind`); `error`
/// matches a part of the text of [Run#failure], ignoring the case of ASCII letters.
public record Filter(
        @Nullable String machine,
        @Nullable String key,
        Set<RunStatus> statuses,
        @Nullable String state,
        @Nullable String queue,
        @Nullable RunId parent,
        @Nullable RunId following,
        @Nullable String error) {
    /// Every run.
    public static final Filter ALL = new Filter(null, null, Set.of(), null, null, null, null, null);

    public Filter {
        statuses = Set.copyOf(statuses);
    }

    public Filter machine(@Nullable String name) {
        return new Filter(name, key, statuses, state, queue, parent, following, error);
    }

    public Filter key(@Nullable String exact) {
        return new Filter(machine, exact, statuses, state, queue, parent, following, error);
    }

    public Filter status(RunStatus... any) {
        return statuses(Set.of(any));
    }

    public Filter statuses(Set<RunStatus> any) {
        return new Filter(machine, key, any, state, queue, parent, following, error);
    }

    /// Returns the filter for runs that have not ended.
    public Filter live() {
        return statuses(Set.copyOf(RunStatus.live()));
    }

    public Filter state(@Nullable String name) {
        return new Filter(machine, key, statuses, name, queue, parent, following, error);
    }

    public Filter queue(@Nullable String name) {
        return new Filter(machine, key, statuses, state, name, parent, following, error);
    }

    public Filter parent(@Nullable RunId id) {
        return new Filter(machine, key, statuses, state, queue, id, following, error);
    }

    public Filter following(@Nullable RunId id) {
        return new Filter(machine, key, statuses, state, queue, parent, id, error);
    }

    public Filter error(@Nullable String part) {
        return new Filter(machine, key, statuses, state, queue, parent, following, part);
    }

    /// Returns whether a run matches.
    public boolean matches(Run run) {
        QueuePlace place = run.origin().queuePlace();
        return isMet(machine, run.machine())
                && isMet(key, run.key())
                && (statuses.isEmpty() || statuses.contains(run.status()))
                && isMet(state, run.state())
                && isMet(queue, place == null ? null : place.queue())
                && isMet(parent, run.parent())
                && (following == null || follows(run, following))
                && (error == null || hasError(run, error));
    }

    private static boolean isMet(@Nullable Object wanted, @Nullable Object found) {
        return wanted == null || wanted.equals(found);
    }

    private static boolean follows(Run run, RunId predecessor) {
        return run.origin().links().predecessors().stream()
                .anyMatch(after -> after.run().equals(predecessor));
    }

    private static boolean hasError(Run run, String part) {
        String text = run.failure().map(Failure::toString).orElse("");
        return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }
}
