package dev.pawl.cli.classes;

import dev.pawl.cli.classes.context.ClassArgument;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.context.ClusterOption;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.controller.ObjectKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Deletes a class.
@Command(
        name = "delete",
        description = {
            "Deletes a class. The manager deletes its children first, and nothing that belongs to"
                    + " another owner.",
            "It returns at once; `pawl classes why NAME` says what is left."
        },
        footer = {"", "Examples:", "  pawl classes delete shop"})
final class ClassDeleteCommand implements Callable<Integer> {
    private final ClassesContext context;
    private final Shell shell;

    @Mixin ClassArgument argument = new ClassArgument();
    @Mixin ClusterOption cluster = new ClusterOption();

    ClassDeleteCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        ObjectKey key = argument.key();
        boolean isLeft =
                context.ask(
                        cluster,
                        client -> {
                            if (client.get(key).isEmpty()) {
                                throw ClassesContext.unknown(key, client);
                            }
                            client.delete(key);
                            return client.get(key).isPresent();
                        });
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", key.toString());
            json.put("state", isLeft ? "deleting" : "deleted");
            return shell.json(json);
        }
        shell.say(
                isLeft
                        ? "%s is being deleted; see `pawl classes why %s`."
                                .formatted(key, key.name())
                        : "%s is deleted.".formatted(key));
        return ExitCode.OK;
    }
}
