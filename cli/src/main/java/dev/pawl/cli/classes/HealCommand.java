package dev.pawl.cli.classes;

import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Repairs workloads of the simulated cluster.
@Command(
        name = "heal",
        description = "Repairs the workloads of a class in the simulated cluster.",
        footer = {"", "Examples:", "  pawl classes simulate heal shop"})
final class HealCommand implements Callable<Integer> {
    private final ClassesContext context;
    private final Shell shell;

    @Mixin WorkloadTarget target = new WorkloadTarget();

    HealCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        List<String> healed = target.send(context, null);
        if (shell.json) return shell.json(Map.of("healed", healed));
        shell.say("Repaired %s.".formatted(String.join(", ", healed)));
        return ExitCode.OK;
    }
}
