package dev.pawl.cli;

import dev.pawl.cli.shell.Trouble;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Parameters;

/// Which run a command is about: by its id, or by as much of it as no other run's begins with.
final class RunArgument {
    private static final int LENGTH = 13;
    private static final int SHOWN_MAX = 5;

    @Parameters(index = "0", paramLabel = "ID", description = "The run's id, or its beginning.")
    String text = "";

    /// Finds the run that is meant.
    RunId in(Control control) {
        if (text.isEmpty() || text.length() > LENGTH) throw malformed(text);
        RunId first = parse(text, '0');
        if (text.length() == LENGTH) return first;
        RunId last = parse(text, 'Z');
        RunId before = first.value() == 0 ? null : new RunId(first.value() - 1);
        Page page = new Page(Page.Order.OLDEST_FIRST, before, SHOWN_MAX + 1);
        List<Run> found =
                control.runs(Filter.ALL, page).stream()
                        .filter(run -> run.id().compareTo(last) <= 0)
                        .toList();
        return switch (found.size()) {
            case 0 -> throw Trouble.notFound("no run's id begins with '%s'".formatted(text));
            case 1 -> found.getFirst().id();
            default -> throw ambiguous(text, found);
        };
    }

    private static RunId parse(String text, char rest) {
        try {
            return RunId.parse(text + String.valueOf(rest).repeat(LENGTH - text.length()));
        } catch (IllegalArgumentException _) {
            throw malformed(text);
        }
    }

    private static Trouble malformed(String text) {
        return Trouble.usage(
                "a run id is up to %d letters and digits such as 0G7Z3K9QW2XVB, not '%s'"
                        .formatted(LENGTH, text));
    }

    private static Trouble ambiguous(String text, List<Run> found) {
        String ids =
                found.stream()
                        .limit(SHOWN_MAX)
                        .map(run -> run.id().toString())
                        .collect(Collectors.joining(", "));
        String more = found.size() > SHOWN_MAX ? ", …" : "";
        return Trouble.usage(
                "'%s' is the beginning of several ids (%s%s): write more of it"
                        .formatted(text, ids, more));
    }
}
