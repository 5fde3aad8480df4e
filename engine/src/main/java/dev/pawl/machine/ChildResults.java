package dev.pawl.machine;

import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The results of a run's children of one machine, read once when an attempt asks for them.
///
/// [#responses] returns all responses or throws: if a child failed, has not ended or was removed by
/// retention, no partial result is returned. To accept failed children, use [#responsesOr], or
/// [#failed] and [#completed].
public final class ChildResults<R> {
    private static final int LISTED_MAX = 5;

    private final Machine<?, R> machine;
    private final List<Run> children;
    private final int missing;

    /// Creates the results of `children`; retention has removed `missing` children of their parent,
    /// of any machine.
    ChildResults(Machine<?, R> machine, List<Run> children, int missing) {
        this.machine = machine;
        this.children = List.copyOf(children);
        this.missing = missing;
    }

    /// Returns the responses of all children, in the order in which they were started. Throws
    /// [ChildrenFailed] if a child did not complete or retention has removed one, and
    /// `IllegalStateException` if a child has not ended.
    public List<R> responses() {
        return responsesOr(child -> {
            throw new ChildrenFailed(problem("did not complete", failed()));
        });
    }

    /// Returns the responses of all children, in the order in which they were started, and the
    /// value of `instead` for each child that ended without completing. Like [#responses], throws
    /// if retention has removed a child or a child has not ended.
    public List<R> responsesOr(Function<Run, R> instead) {
        if (missing > 0) {
            throw new ChildrenFailed(
                    ("%d children are no longer stored because retention removed them; keep"
                                    + " the runs of %s longer, or let each child send its result")
                            .formatted(missing, machine.name()));
        }
        List<Run> live = live();
        if (!live.isEmpty()) {
            throw new IllegalStateException(
                    problem("have not ended, so join them in a wait state first", live));
        }
        List<R> responses = new ArrayList<>(children.size());
        for (Run child : children) {
            responses.add(isCompleted(child) ? child.response(machine) : instead.apply(child));
        }
        return responses;
    }

    /// Returns the responses of the completed children only.
    public List<R> completed() {
        return children.stream()
                .filter(ChildResults::isCompleted)
                .map(child -> child.response(machine))
                .toList();
    }

    /// Returns the children that ended without completing.
    public List<Run> failed() {
        return children.stream()
                .filter(child -> child.status().isEnd() && !isCompleted(child))
                .toList();
    }

    /// Returns the children that have not ended.
    public List<Run> live() {
        return children.stream().filter(child -> !child.status().isEnd()).toList();
    }

    /// Returns the number of children.
    public int count() {
        return children.size();
    }

    private String problem(String what, List<Run> some) {
        StringBuilder text = new StringBuilder();
        text.append(
                "%d of %d children of %s %s:"
                        .formatted(some.size(), children.size(), machine.name(), what));
        for (Run child : some.stream().limit(LISTED_MAX).toList()) {
            text.append(
                    " run %s (key '%s') is %s%s;"
                            .formatted(
                                    child.id(),
                                    child.key(),
                                    child.status(),
                                    child.failure().map(f -> ", " + f).orElse("")));
        }
        if (some.size() > LISTED_MAX)
            text.append(" and %d more;".formatted(some.size() - LISTED_MAX));
        return text.substring(0, text.length() - 1);
    }

    private static boolean isCompleted(Run child) {
        return child.status() == RunStatus.COMPLETED;
    }
}
