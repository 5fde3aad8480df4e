package dev.pawl.cli.classes;

import dev.pawl.classes.client.ClassDetails;
import dev.pawl.cli.classes.context.ClassArgument;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.context.ClusterOption;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.controller.ObjectKey;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Releases a class.
@Command(
        name = "release",
        description = "Releases a class that is held: the manager controls it again.",
        footer = {"", "Examples:", "  pawl classes release shop"})
final class ReleaseCommand implements Callable<Integer> {
    private final ClassesContext context;
    private final Shell shell;

    @Mixin ClassArgument argument = new ClassArgument();
    @Mixin ClusterOption cluster = new ClusterOption();

    ReleaseCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        ObjectKey key = argument.key();
        context.ask(
                cluster,
                client -> {
                    ClassDetails details =
                            client.details(key)
                                    .orElseThrow(() -> ClassesContext.unknown(key, client));
                    if (details.hold() == null) {
                        throw CommandException.refused("%s is not held".formatted(key));
                    }
                    client.release(key);
                    return key;
                });
        if (shell.json) return shell.json(Map.of("name", key.toString()));
        shell.say("%s is released.".formatted(key));
        return ExitCode.OK;
    }
}
