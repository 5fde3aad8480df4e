package dev.pawl.cli.run;

import dev.pawl.cli.shell.CommandException;
import dev.pawl.engine.control.Control;
import dev.pawl.engine.control.ControlRequest.ListRuns;
import dev.pawl.engine.store.Filter;
import dev.pawl.engine.store.Page;
import dev.pawl.run.Run;
import dev.pawl.run.RunId;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Parameters;

/// The argument that names a run: its id, or a unique prefix of it.
final class RunArgument {
    private static final int LENGTH = 13;
    private static final int SHOWN_MAX = 5;

    @Parameters(index = "0", paramLabel = "ID", description = "Run id, or a unique prefix of it.")
    String text = "";

    /// Returns the id of the run.
    RunId in(Control control) {
        if (text.isEmpty() || text.length() > LENGTH) throw malformed(text);
        RunId first = parse(text, '0');
        if (text.length() == LENGTH) return first;
        RunId last = parse(text, 'Z');
        RunId before = first.value() == 0 ? null : new RunId(first.value() - 1);
        Page page = new Page(Page.Order.OLDEST_FIRST, before, SHOWN_MAX + 1);
        List<Run> found =
                control.execute(new ListRuns(Filter.ALL, page)).stream()
                        .filter(run -> run.id().compareTo(last) <= 0)
                        .toList();
        return switch (found.size()) {
            case 0 ->
                    throw CommandException.notFound(
                            "no run has an id that starts with '%s'".formatted(text));
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

    private static CommandException malformed(String text) {
        return CommandException.usage(
                "expected a run id of up to %d letters and digits such as 0G7Z3K9QW2XVB, found '%s'"
                        .formatted(LENGTH, text));
    }

    private static CommandException ambiguous(String text, List<Run> found) {
        String ids =
                found.stream()
                        .limit(SHOWN_MAX)
                        .map(run -> run.id().toString())
                        .collect(Collectors.joining(", "));
        String more = found.size() > SHOWN_MAX ? ", …" : "";
        return CommandException.usage(
                "'%s' matches several runs (%s%s); use a longer prefix".formatted(text, ids, more));
    }
}
