package dev.pawl.cli.classes;

import dev.pawl.classes.cluster.simulated.Breakage;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// Breaks workloads of the simulated cluster.
@Command(
        name = "break",
        description = {
            "Breaks the workloads of a class in the simulated cluster, and in no other.",
            "crashloop: its containers exit; image: its image cannot be pulled; unschedulable: its"
                    + " pods find no node; delete: another user deletes it; conflict: another"
                    + " manager takes over its replicas and images."
        },
        footer = {
            "",
            "Examples:",
            "  pawl classes simulate break shop crashloop",
            "  pawl classes simulate break shop delete --workload shop"
        })
final class BreakCommand implements Callable<Integer> {
    private static final Map<String, Breakage> BREAKAGES = breakages();

    private final ClassesContext context;
    private final Shell shell;

    @Mixin WorkloadTarget target = new WorkloadTarget();

    @Parameters(
            index = "1",
            paramLabel = "HOW",
            description = "crashloop, image, unschedulable, delete or conflict.")
    String how = "";

    BreakCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        Breakage breakage = BREAKAGES.get(how);
        if (breakage == null) {
            throw CommandException.usage(
                    "expected one of %s, found '%s'"
                            .formatted(String.join(", ", BREAKAGES.keySet()), how));
        }
        List<String> broken = target.send(context, breakage);
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("broken", broken);
            json.put("how", how);
            return shell.json(json);
        }
        shell.say("Broke %s: %s.".formatted(String.join(", ", broken), how));
        return ExitCode.OK;
    }

    private static Map<String, Breakage> breakages() {
        Map<String, Breakage> all = new LinkedHashMap<>();
        all.put("crashloop", Breakage.CRASH_LOOP);
        all.put("image", Breakage.IMAGE_PULL);
        all.put("unschedulable", Breakage.UNSCHEDULABLE);
        all.put("delete", Breakage.DELETE);
        all.put("conflict", Breakage.CONFLICT);
        return all;
    }
}
