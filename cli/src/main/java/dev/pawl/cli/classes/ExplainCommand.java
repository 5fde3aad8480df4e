package dev.pawl.cli.classes;

import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.classes.resource.WorkloadStatus;
import dev.pawl.cli.classes.context.ClassArgument;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.context.ClusterOption;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.controller.ObjectKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Explains the template of a class.
@Command(
        name = "explain",
        description =
                "Explains why a class has its template: the points of each, or why it is not"
                        + " possible.",
        footer = {"", "Examples:", "  pawl classes explain shop"})
final class ExplainCommand implements Callable<Integer> {
    private final ClassesContext context;
    private final Shell shell;

    @Mixin ClassArgument argument = new ClassArgument();
    @Mixin ClusterOption cluster = new ClusterOption();

    ExplainCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        ObjectKey key = argument.key();
        ClassRuntime runtime =
                context.ask(
                        cluster,
                        client ->
                                client.get(key)
                                        .orElseThrow(() -> ClassesContext.unknown(key, client)));
        WorkloadStatus workload = runtime.status().workload();
        if (workload.template() == null) {
            throw CommandException.refused(
                    "no template is chosen yet: %s is %s; see `pawl classes why %s`"
                            .formatted(key.name(), runtime.status().phase(), key.name()));
        }
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("template", workload.template());
            json.put("explanation", workload.explanation());
            return shell.json(json);
        }
        shell.say(
                "%s uses the template %s:"
                        .formatted(key.name(), shell.paint.bold(workload.template())));
        for (String line : workload.explanation()) shell.say("  - " + line);
        return ExitCode.OK;
    }
}
