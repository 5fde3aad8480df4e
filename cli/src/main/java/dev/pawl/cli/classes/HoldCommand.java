package dev.pawl.cli.classes;

import dev.pawl.cli.classes.context.ClassArgument;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.context.ClusterOption;
import dev.pawl.cli.shell.ByOptions;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.Operators.By;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Holds a class.
@Command(
        name = "hold",
        description = {
            "Holds a class: the manager does nothing to it, not even a deletion, until it is"
                    + " released.",
            "The hold is the annotation oaas.io/hold, and its reason is in the status."
        },
        footer = {
            "",
            "Examples:",
            "  pawl classes hold shop --reason 'investigating'",
            "  pawl classes release shop"
        })
final class HoldCommand implements Callable<Integer> {
    private final ClassesContext context;
    private final Shell shell;

    @Mixin ClassArgument argument = new ClassArgument();
    @Mixin ClusterOption cluster = new ClusterOption();
    @Mixin ByOptions by = new ByOptions();

    HoldCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() {
        ObjectKey key = argument.key();
        By order = by.by();
        String reason = "%s (%s)".formatted(order.reason(), order.actor());
        context.ask(
                cluster,
                client -> {
                    if (client.get(key).isEmpty()) throw ClassesContext.unknown(key, client);
                    client.hold(key, reason);
                    return key;
                });
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", key.toString());
            json.put("hold", reason);
            return shell.json(json);
        }
        shell.say(
                "%s is held: %s. Release it with `pawl classes release %s`."
                        .formatted(key, reason, key.name()));
        return ExitCode.OK;
    }
}
