package dev.pawl.machine;

import dev.pawl.run.Payload;
import dev.pawl.run.Run;
import dev.pawl.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// What the children of one machine came to, as they were when an attempt asked for it.
///
/// [#responses] is all or nothing: it throws if a child failed, has not ended or is not stored any
/// more, so a sum over the children is never a sum over some of them by mistake. To go on without
/// them, name them: by [#responsesOr], or by [#failed] and [#completed].
public final class ChildResults<R> {
    private static final int NAMES_MAX = 5;

    private final Machine<?, R> machine;
    private final List<Run> children;
    private final int missing;

    /// Makes the results of these children of `machine`; `missing` children of their parent, of
    /// whatever machine, are not stored any more.
    ChildResults(Machine<?, R> machine, List<Run> children, int missing) {
        this.machine = machine;
        this.children = List.copyOf(children);
        this.missing = missing;
    }

    /// Returns the responses of all children, in the order of their starts. Throws [ChildrenFailed]
    /// if a child ended otherwise than completed or retention has removed one, and
    /// `IllegalStateException` if one has not ended.
    public List<R> responses() {
        return responsesOr(child -> {
            throw new ChildrenFailed(problem("did not complete", failed()));
        });
    }

    /// Returns the responses of all children, in the order of their starts, with what `instead`
    /// returns for each child that ended otherwise than completed. Throws as [#responses] does if
    /// retention has removed a child or one has not ended.
    public List<R> responsesOr(Function<Run, R> instead) {
        if (missing > 0) {
            throw new ChildrenFailed(
                    ("%d children are not stored any more, because retention removed them; keep"
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
            responses.add(isCompleted(child) ? response(child) : instead.apply(child));
        }
        return responses;
    }

    /// Returns the responses of the children that completed, without all others.
    public List<R> completed() {
        return children.stream().filter(ChildResults::isCompleted).map(this::response).toList();
    }

    /// Returns the children that ended otherwise than completed.
    public List<Run> failed() {
        return children.stream()
                .filter(child -> child.status().isEnd() && !isCompleted(child))
                .toList();
    }

    /// Returns the children that have not ended.
    public List<Run> live() {
        return children.stream().filter(child -> !child.status().isEnd()).toList();
    }

    /// Returns how many children there are.
    public int count() {
        return children.size();
    }

    private R response(Run child) {
        Payload response = child.data().response();
        if (response == null) {
            throw new IllegalStateException(
                    "run %s of %s completed without a response"
                            .formatted(child.id(), machine.name()));
        }
        return machine.codec().decode(response, machine.responseType());
    }

    private String problem(String what, List<Run> some) {
        StringBuilder text = new StringBuilder();
        text.append(
                "%d of %d children of %s %s:"
                        .formatted(some.size(), children.size(), machine.name(), what));
        for (Run child : some.stream().limit(NAMES_MAX).toList()) {
            var error = child.progress().error();
            text.append(
                    " run %s (key '%s') is %s%s;"
                            .formatted(
                                    child.id(),
                                    child.key(),
                                    child.status(),
                                    error == null ? "" : ", " + error));
        }
        if (some.size() > NAMES_MAX)
            text.append(" and %d more;".formatted(some.size() - NAMES_MAX));
        return text.substring(0, text.length() - 1);
    }

    private static boolean isCompleted(Run child) {
        return child.status() == RunStatus.COMPLETED;
    }
}
