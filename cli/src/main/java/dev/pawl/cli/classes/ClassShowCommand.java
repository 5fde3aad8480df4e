package dev.pawl.cli.classes;

import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.display.ClassCauses;
import dev.pawl.cli.classes.display.ClassPage;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Shows a class.
@Command(
        name = "show",
        description = {
            "Shows a class: its phase and why, conditions, functions, children with their pods,"
                    + " recommendations and the latest events."
        },
        footer = {"", "Examples:", "  pawl classes show shop", "  pawl classes show shop --json"})
final class ClassShowCommand implements Callable<Integer> {
    private final ClassesContext context;
    private final Shell shell;

    @Mixin ClassQuestion question = new ClassQuestion();

    ClassShowCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        ClassCauses found = question.ask(context);
        List<String> causes = found.at(shell.now());
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("cause", causes.getFirst());
            json.put("class", found.details().runtime());
            json.put("children", found.details().children());
            json.put("events", found.details().events());
            return shell.json(json);
        }
        new ClassPage(shell, found.details()).print(causes);
        return ExitCode.OK;
    }
}
