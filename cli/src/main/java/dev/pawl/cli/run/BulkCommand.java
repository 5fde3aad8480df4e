package dev.pawl.cli.run;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.Command;
import dev.pawl.engine.Operators.Plan;
import dev.pawl.engine.control.ControlRequest;
import dev.pawl.engine.control.ControlRequest.CommandRuns;
import dev.pawl.engine.control.ControlRequest.PreviewCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Gives one order to every run that matches; without `--yes` it is a preview.
@CommandLine.Command
final class BulkCommand implements Callable<Integer> {
    private final Shell shell;
    private final Command command;

    @Mixin FilterOptions filter = new FilterOptions();
    @Mixin ByOptions by = new ByOptions();

    @Option(names = "--yes", description = "Apply the changes (default: preview only).")
    boolean yes;

    BulkCommand(Shell shell, Command command) {
        this.shell = shell;
        this.command = command;
    }

    @Override
    public Integer call() {
        if (filter.isEmpty()) {
            throw CommandException.usage(
                    "no runs selected: add a filter such as --machine NAME or --status parked;"
                            + " --live selects all runs that have not ended");
        }
        ControlRequest<List<Plan>> request =
                yes
                        ? new CommandRuns(filter.filter(), command, by.by())
                        : new PreviewCommand(filter.filter(), command);
        List<Plan> plans = shell.execute(request);
        if (shell.json) return shell.json(json(plans));
        print(plans);
        return ExitCode.OK;
    }

    private Map<String, @Nullable Object> json(List<Plan> plans) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("command", command.verb());
        json.put("done", yes);
        json.put("changes", changes(plans));
        json.put("runs", plans.stream().map(RunJson::plan).toList());
        return json;
    }

    private void print(List<Plan> plans) {
        if (plans.isEmpty()) {
            shell.say("No run matches.");
            return;
        }
        Table table = shell.table("ID", "FROM", "", "TO", "");
        for (Plan plan : plans) table.row(row(plan));
        table.print(shell.out);
        long changes = changes(plans);
        String of = "%,d of %s".formatted(changes, HumanText.count(plans.size(), "run"));
        if (yes) {
            shell.say("%s changed.".formatted(of));
        } else if (changes == 0) {
            shell.say("Nothing would change.");
        } else {
            shell.say("%s would change. Add --yes to carry it out.".formatted(of));
        }
    }

    private List<String> row(Plan plan) {
        String to =
                switch (plan.effect()) {
                    case CHANGES -> shell.paint.status(plan.to());
                    case STOPS_BODY -> shell.paint.status(plan.to()) + ", stops its body";
                    case NOTHING -> "no change";
                    case REFUSED -> shell.paint.yellow("refused: " + plan.refusal());
                };
        boolean moves = !plan.fromState().equals(plan.toState());
        return List.of(
                plan.run().toString(),
                shell.paint.status(plan.from()),
                plan.fromState(),
                to,
                moves ? plan.toState() : "");
    }

    private static long changes(List<Plan> plans) {
        return plans.stream()
                .map(Plan::effect)
                .filter(e -> e == Plan.Effect.CHANGES || e == Plan.Effect.STOPS_BODY)
                .count();
    }
}
