package dev.pawl.cli.feeds;

import dev.pawl.cli.screen.Words;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.SourceKind;
import dev.pawl.orchestrator.ProviderStats;
import dev.pawl.orchestrator.lifecycle.ProviderState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is said at the end of a run: what came of it, what was passed over, and what to do next.
record Summary(Look look, Set<SourceKind> sources, List<String> notes) {

    /// Prints it and returns the exit code: not everything was loaded, or it was.
    int tell(Shell shell) {
        List<ProviderStats> all = concerned();
        boolean whole = all.stream().allMatch(Look::isCompleted);
        if (shell.json) {
            shell.json(json(whole ? "completed" : "incomplete"));
            return whole ? ExitCode.OK : ExitCode.NO;
        }
        Outcomes.table(shell.paint, all.stream()).print(shell.out);
        notes.forEach(note -> shell.say("note: " + note));
        long errors = all.stream().mapToLong(each -> each.row().counts().errors()).sum();
        if (errors > 0) {
            shell.say(
                    "%s could not be used: `pawl feeds quarantine` tells more."
                            .formatted(Words.count(errors, "record")));
        }
        for (ProviderStats each : all) if (!Look.isCompleted(each)) shell.say(advice(shell, each));
        shell.say(
                "Try `pawl feeds search \"sql injection\"`, `pawl feeds show CWE-79` or"
                        + " `pawl feeds stats`.");
        return whole ? ExitCode.OK : ExitCode.NO;
    }

    /// Prints what there is when somebody ended it before.
    void tellProgress(Shell shell) {
        if (shell.json) shell.json(json("interrupted"));
        else Outcomes.table(shell.paint, concerned().stream()).print(shell.out);
    }

    private Map<String, @Nullable Object> json(String outcome) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("outcome", outcome);
        json.put("macro", look.macro().map(FeedsJson::macro).orElse(null));
        json.put("providers", look.providers().stream().map(FeedsJson::provider).toList());
        json.put("notes", notes);
        return json;
    }

    /// Returns those that were asked for, and those that they needed.
    private List<ProviderStats> concerned() {
        return look.providers().stream()
                .filter(each ->
                        each.row().isWanted()
                                || SourceKind.find(each.row().id())
                                        .filter(sources::contains)
                                        .isPresent())
                .toList();
    }

    private static String advice(Shell shell, ProviderStats each) {
        String id = each.row().id();
        if (Look.isBlocked(each)) {
            return shell.paint.yellow(
                    "%s is blocked by %s: it starts by itself when that has completed."
                            .formatted(id, String.join(", ", each.blockedBy())));
        }
        if (each.state() == ProviderState.PAUSED) {
            return shell.paint.yellow(
                    "%s is paused: `pawl feeds resume %s`, then `pawl feeds run`, let it go on."
                            .formatted(id, id));
        }
        String cause = String.valueOf(each.row().cause()).toLowerCase(Locale.ROOT);
        return shell.paint.red(
                "%s %s: %s. `pawl feeds run %s` tries again."
                        .formatted(id, cause, each.row().detail(), id));
    }
}
