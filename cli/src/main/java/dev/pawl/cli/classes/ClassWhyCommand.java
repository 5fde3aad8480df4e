package dev.pawl.cli.classes;

import dev.pawl.classes.resource.ClassRuntime;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.display.ClassCauses;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Explains the phase of a class.
@Command(
        name = "why",
        description = {
            "Explains why a class is in its phase, the nearest cause first, in the words of its"
                    + " conditions.",
            "If nothing happens, it says so: a hold, no manager, a failing request."
        },
        footer = {"", "Examples:", "  pawl classes why shop"})
final class ClassWhyCommand implements Callable<Integer> {
    private final ClassesContext context;
    private final Shell shell;

    @Mixin ClassQuestion question = new ClassQuestion();

    ClassWhyCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        ClassCauses found = question.ask(context);
        ClassRuntime runtime = found.details().runtime();
        List<String> causes = found.at(shell.now());
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("namespace", runtime.key().namespace());
            json.put("name", runtime.key().name());
            json.put("phase", runtime.status().phase().toString());
            json.put("causes", causes);
            return shell.json(json);
        }
        shell.say(
                "%s is %s: %s"
                        .formatted(
                                runtime.key().name(),
                                ClassCauses.phase(shell.paint, runtime),
                                Table.oneLine(causes.getFirst())));
        for (String cause : causes.subList(1, causes.size())) {
            shell.say("  - " + Table.oneLine(cause));
        }
        return ExitCode.OK;
    }
}
