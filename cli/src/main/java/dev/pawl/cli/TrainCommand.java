package dev.pawl.cli;

import dev.pawl.cli.screen.Paint;
import dev.pawl.cli.shell.Shell;
import dev.pawl.engine.QueueSettings;
import dev.pawl.machine.Machine;
import dev.pawl.run.RunId;
import dev.pawl.store.Pawl;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Executes the most common commands, so that the launcher can cache their classes.
@Command(
        name = TrainCommand.NAME,
        hidden = true,
        description = "Executes the most common commands, for the launcher's cache.")
final class TrainCommand implements Callable<Integer> {
    static final String NAME = "train";

    private static final String MACHINE = "train";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final List<List<String>> LINES =
            List.of(
                    List.of("runs"),
                    List.of("runs", "--live", "--status", "running", "--json"),
                    List.of("machines"),
                    List.of("queues"),
                    List.of("schedules"),
                    List.of("report"),
                    List.of("verify"),
                    List.of("top", "--once"),
                    List.of("sql", "select count(*) from runs"),
                    List.of("runs", "pause", "--live", "--yes"),
                    List.of("--help"));

    private final Shell shell;

    TrainCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("pawl-train");
        try {
            RunId run;
            try (Pawl pawl = open(home)) {
                run = pawl.engine().start(machine().start("request"));
                pawl.engine().await(machine(), run, PATIENCE);
                execute(home, run);
            }
            return execute(home, run);
        } finally {
            DemoCommand.delete(home);
        }
    }

    private static Pawl open(Path home) {
        return Pawl.open(
                home, options -> options.machines(machine()).queue(QueueSettings.of("train", 1)));
    }

    private static Machine<String, String> machine() {
        return Machine.named(MACHINE, String.class, String.class)
                .step("run", attempt -> attempt.next(attempt.request()))
                .build();
    }

    private int execute(Path home, RunId run) {
        int worst = execute(home, List.of("run", "show", run.toString()));
        worst = Math.max(worst, execute(home, List.of("run", "history", run.toString())));
        worst = Math.max(worst, execute(home, List.of("run", "why", run.toString())));
        for (List<String> line : LINES) worst = Math.max(worst, execute(home, line));
        return worst;
    }

    private int execute(Path home, List<String> line) {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Shell inner = new Shell(nowhere, shell.err, Paint.NONE, _ -> null, CommandLines.causes());
        inner.chosenHome = home;
        return new CommandLines(inner).execute(line.toArray(String[]::new));
    }
}
