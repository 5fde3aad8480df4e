package dev.pawl.cli.classes;

import dev.pawl.cli.classes.context.ClassArgument;
import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.display.DecisionLines;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.controller.ControllerLog;
import dev.pawl.controller.DecisionRow;
import dev.pawl.controller.ObjectKey;
import dev.pawl.engine.control.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Prints the decisions about a class.
@Command(
        name = "decisions",
        description = {
            "Prints the latest decisions about a class from the manager's store: what was decided,"
                    + " its actions and their results, and what differs from the decision before.",
            "With --json each decision also has its input, which `pawl classes replay` evaluates"
                    + " again; with --follow it is one object per line."
        },
        footer = {
            "",
            "Examples:",
            "  pawl classes decisions shop",
            "  pawl classes decisions shop --follow"
        })
final class DecisionsCommand implements Callable<Integer> {
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final ClassesContext context;
    private final Shell shell;

    @Mixin ClassArgument argument = new ClassArgument();

    @Option(names = "--follow", description = "Keep printing new decisions until Ctrl-C.")
    boolean follow;

    DecisionsCommand(ClassesContext context) {
        this.context = context;
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws InterruptedException {
        ObjectKey key = argument.key();
        List<DecisionRow> rows = context.recorded(log -> decisions(log, key));
        if (!follow) {
            if (shell.json) return shell.json(rows);
            rows.forEach(this::print);
            return ExitCode.OK;
        }
        rows.forEach(this::print);
        shell.out.flush();
        return shell.shutdown.during(() -> follow(key, last(rows, 0)));
    }

    private int follow(ObjectKey key, long start) throws InterruptedException {
        long last = start;
        while (!shell.shutdown.isRequestedWithin(INTERVAL)) {
            long after = last;
            List<DecisionRow> rows =
                    context.recorded(log -> log.decisions(key)).stream()
                            .filter(each -> each.number() > after)
                            .toList();
            rows.forEach(this::print);
            shell.out.flush();
            last = last(rows, last);
        }
        return ExitCode.OK;
    }

    private static List<DecisionRow> decisions(ControllerLog log, ObjectKey key) {
        List<DecisionRow> rows = log.decisions(key);
        if (!rows.isEmpty()) return rows;
        String known =
                log.objects().stream()
                        .map(each -> each.key().toString())
                        .collect(Collectors.joining(", "));
        throw CommandException.notFound(
                "no decision about %s is recorded (has: %s)"
                        .formatted(key, known.isEmpty() ? "none" : known));
    }

    private static long last(List<DecisionRow> rows, long otherwise) {
        return rows.isEmpty() ? otherwise : rows.getLast().number();
    }

    private void print(DecisionRow row) {
        if (shell.json) shell.say(Json.line(row));
        else DecisionLines.of(row).forEach(shell::say);
    }
}
