package dev.pawl.cli.feeds.display;

import dev.pawl.cli.screen.HumanText;
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

/// The end of a run: the result of each source, skipped documents, and the next commands to try.
public record RunSummary(SourcesSnapshot snapshot, Set<SourceKind> sources, List<String> notes) {

    /// Prints the summary and returns the exit code: OK if all sources completed.
    public int print(Shell shell) {
        List<ProviderStats> all = requested();
        boolean complete = all.stream().allMatch(SourcesSnapshot::isCompleted);
        if (shell.json) {
            shell.json(json(complete ? "completed" : "incomplete"));
            return complete ? ExitCode.OK : ExitCode.NO;
        }
        SourceOutcomes.table(shell.paint, all.stream()).print(shell.out);
        notes.forEach(note -> shell.say("note: " + note));
        long errors = all.stream().mapToLong(each -> each.row().counts().errors()).sum();
        if (errors > 0) {
            shell.say(
                    "%s quarantined: `pawl feeds quarantine` lists the errors."
                            .formatted(HumanText.count(errors, "record")));
        }
        for (ProviderStats each : all)
            if (!SourcesSnapshot.isCompleted(each)) shell.say(advice(shell, each));
        shell.say(
                "Try `pawl feeds search \"sql injection\"`, `pawl feeds show CWE-79` or"
                        + " `pawl feeds stats`.");
        return complete ? ExitCode.OK : ExitCode.NO;
    }

    /// Prints the progress of a run that was interrupted.
    public void printProgress(Shell shell) {
        if (shell.json) shell.json(json("interrupted"));
        else SourceOutcomes.table(shell.paint, requested().stream()).print(shell.out);
    }

    private Map<String, @Nullable Object> json(String outcome) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("outcome", outcome);
        json.put("macro", snapshot.macro().map(FeedsJson::macro).orElse(null));
        json.put("providers", snapshot.providers().stream().map(FeedsJson::provider).toList());
        json.put("notes", notes);
        return json;
    }

    /// Returns the requested sources and the ones they depend on.
    private List<ProviderStats> requested() {
        return snapshot.providers().stream()
                .filter(each ->
                        each.row().isWanted()
                                || SourceKind.find(each.row().id())
                                        .filter(sources::contains)
                                        .isPresent())
                .toList();
    }

    private static String advice(Shell shell, ProviderStats each) {
        String id = each.row().id();
        if (SourcesSnapshot.isBlocked(each)) {
            return shell.paint.yellow(
                    "%s is blocked by %s and starts automatically when that completes."
                            .formatted(id, String.join(", ", each.blockedBy())));
        }
        if (each.state() == ProviderState.PAUSED) {
            return shell.paint.yellow(
                    "%s is paused: run `pawl feeds resume %s`, then `pawl feeds run`."
                            .formatted(id, id));
        }
        String cause = String.valueOf(each.row().cause()).toLowerCase(Locale.ROOT);
        return shell.paint.red(
                "%s %s: %s. Retry with `pawl feeds run %s`."
                        .formatted(id, cause, each.row().detail(), id));
    }
}
