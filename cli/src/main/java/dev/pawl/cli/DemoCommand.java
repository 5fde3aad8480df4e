package dev.pawl.cli;

import dev.pawl.cli.demo.CrashDemo;
import dev.pawl.cli.demo.DemoResult;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.DemoHome;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.store.ReportCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/// Demonstrates that runs survive a crash.
@Command(
        name = "demo",
        description = {
            "Kills a pipeline with SIGKILL and shows that every step takes effect exactly once.",
            "The pipeline runs in its own process, which is killed halfway and started again. With"
                    + " --home DIR the store is kept, so that you can explore it with the other"
                    + " commands."
        },
        footer = {
            "",
            "Examples:",
            "  pawl demo",
            "  pawl demo --home .pawl && pawl runs && pawl report"
        })
final class DemoCommand implements Callable<Integer> {
    private static final String CACHE = "pawl.aot";

    private final Shell shell;

    DemoCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<Path> chosen = DemoHome.chosen(shell);
        if (chosen.isPresent()) return show(chosen.get());
        Path home = Files.createTempDirectory("pawl-demo");
        try {
            return show(home);
        } finally {
            delete(home);
        }
    }

    private int show(Path home) throws InterruptedException {
        Instant startedAt = shell.now();
        DemoResult result = demonstrate(home);
        if (shell.json) shell.json(json(result));
        else print(result, Duration.between(startedAt, shell.now()));
        return result.ok() ? ExitCode.OK : ExitCode.NO;
    }

    private DemoResult demonstrate(Path home) throws InterruptedException {
        PrintWriter out = shell.json ? new PrintWriter(Writer.nullWriter()) : shell.out;
        try {
            return new CrashDemo(home, worker(home), out, shell.paint).run();
        } catch (IOException e) {
            throw CommandException.refused(
                    "the demo in %s failed: %s".formatted(home, e.getMessage()));
        }
    }

    /// Returns the command that executes the worker: this program with a hidden command.
    private static List<String> worker(Path home) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        String cache = System.getProperty(CACHE);
        if (cache != null) command.addAll(List.of("-XX:AOTCache=" + cache, "-Xlog:disable"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Main.class.getName(), DemoWorkerCommand.NAME));
        command.addAll(List.of("--home", home.toString()));
        return command;
    }

    private void print(DemoResult result, Duration took) {
        shell.say("");
        Table table = shell.table("STEP", "ORDERS", "EXECUTED", "RECORDED", "");
        for (DemoResult.Step step : result.steps()) {
            table.row(
                    step.name(),
                    step.orders(),
                    step.executed(),
                    step.recorded(),
                    step.ok() ? shell.paint.green("exactly once") : shell.paint.red("WRONG"));
        }
        table.print(shell.out);
        shell.say("");
        if (!result.reports().isEmpty()) {
            ReportCommand.lines(shell.paint, result.reports().getLast()).forEach(shell::say);
            shell.say("");
        }
        result.problems().forEach(problem -> shell.say(shell.paint.red(problem)));
        shell.say(result.ok() ? closing(result, took) : failure(result));
        if (shell.chosenHome != null) {
            shell.say("Explore the store: pawl runs --home %s".formatted(shell.chosenHome));
        }
    }

    private String closing(DemoResult result, Duration took) {
        return shell.paint.green("Recovered:")
                + (" the process died after step %d of %d; the next one completed all %d orders,"
                                + " %s, and no effect was lost or repeated (%s).")
                        .formatted(
                                result.recordedBeforeKill(),
                                result.steps().stream().mapToInt(DemoResult.Step::orders).sum(),
                                result.completed(),
                                result.repeated() == 0
                                        ? "no step was executed twice"
                                        : "%d interrupted attempts were executed again"
                                                .formatted(result.repeated()),
                                HumanText.brief(took));
    }

    private String failure(DemoResult result) {
        return shell.paint.red("Failed:")
                + (" %d of %d orders completed, and not every effect happened exactly once; please"
                                + " report this as a bug.")
                        .formatted(result.completed(), result.steps().getFirst().orders());
    }

    private static Map<String, Object> json(DemoResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ok", result.ok());
        json.put("steps", result.steps());
        json.put("recordedBeforeKill", result.recordedBeforeKill());
        json.put("completed", result.completed());
        json.put("repeated", result.repeated());
        json.put("reports", result.reports());
        json.put("problems", result.problems());
        return json;
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
