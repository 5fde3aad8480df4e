package dev.pawl.cli.classes;

import dev.pawl.classes.ClassesSettings;
import dev.pawl.classes.client.ClassReplay;
import dev.pawl.classes.template.ClusterProfile;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.context.RememberedCluster;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.controller.ControllerLog;
import dev.pawl.controller.DecisionRow;
import dev.pawl.controller.ObjectRow;
import dev.pawl.controller.Replay;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Evaluates recorded decisions again.
@Command(
        name = "replay",
        description = {
            "Evaluates the recorded inputs of a manager's store with this version, and prints what"
                    + " it would decide differently. Nothing is performed.",
            "Run a new version on a copy of the store before it is deployed."
        },
        footer = {
            "",
            "Examples:",
            "  pawl classes replay --home ./copy-of-production",
            "  pawl classes replay shop cart",
            "",
            "Exit codes:",
            "  0    every decision would be the same",
            "  1    at least one would differ"
        })
final class ReplayCommand implements Callable<Integer> {
    private final ClassesContext context;
    private final Shell shell;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Names of classes (default: all that are recorded).")
    List<String> names = new ArrayList<>();

    ReplayCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        ClusterProfile profile =
                context.remembered()
                        .map(RememberedCluster::clusterProfile)
                        .orElseGet(ClusterProfile::full);
        List<DecisionRow> rows = context.recorded(this::decisions);
        Replay replay = ClassReplay.of(rows, ClassesSettings.of(profile));
        if (shell.json) shell.json(replay);
        else print(replay);
        return replay.differences().isEmpty() ? ExitCode.OK : ExitCode.NO;
    }

    private List<DecisionRow> decisions(ControllerLog log) {
        List<DecisionRow> rows = new ArrayList<>();
        for (ObjectRow each : log.objects()) {
            if (names.isEmpty() || names.contains(each.key().name())) {
                rows.addAll(log.decisions(each.key()));
            }
        }
        return rows;
    }

    private void print(Replay replay) {
        for (Replay.Difference each : replay.differences()) {
            shell.say("%s, decision %d (%s):".formatted(each.key(), each.number(), each.summary()));
            for (String line : each.differences()) shell.say("  - " + Table.oneLine(line));
        }
        String unrecorded =
                replay.unrecorded() == 0
                        ? ""
                        : "; %s had no recorded input"
                                .formatted(HumanText.count(replay.unrecorded(), "other"));
        shell.say(
                "%s evaluated again, %d would differ%s."
                        .formatted(
                                HumanText.count(replay.evaluated(), "decision"),
                                replay.differences().size(),
                                unrecorded));
    }
}
