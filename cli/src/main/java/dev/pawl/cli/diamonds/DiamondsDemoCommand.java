package dev.pawl.cli.diamonds;

import dev.pawl.cli.diamonds.context.DiamondsContext;
import dev.pawl.cli.diamonds.demo.LoadDemo;
import dev.pawl.cli.diamonds.demo.LoadDemo.DemoEnd;
import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.shell.CommandException;
import dev.pawl.cli.shell.DemoHome;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Plays the demo.
@Command(
        name = "demo",
        description = {
            "Plays a demo of less than a minute: a supplier is loaded, the process is killed, and"
                    + " the same command resumes; then only changes are loaded.",
            "It needs no network and no data. The result stays in a new directory, or in the one of"
                    + " --home, for the other commands to query."
        },
        footer = {"", "Examples:", "  pawl diamonds demo", "  pawl diamonds demo --home ./demo"})
final class DiamondsDemoCommand implements Callable<Integer> {
    private final Shell shell;

    DiamondsDemoCommand(DiamondsContext context) {
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Instant start = shell.now();
        Optional<Path> chosen = DemoHome.chosen(shell);
        Path home = chosen.isPresent() ? chosen.get() : Files.createTempDirectory("pawl-diamonds-");
        DemoEnd end = play(home);
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("home", home.toString());
            json.put("equal", end.isEqual());
            json.put("end", end);
            shell.json(json);
        } else {
            print(end, Duration.between(start, shell.now()), home);
        }
        return end.isEqual() ? ExitCode.OK : ExitCode.NO;
    }

    private DemoEnd play(Path home) throws InterruptedException {
        try {
            return new LoadDemo(shell, home).play();
        } catch (IOException e) {
            throw CommandException.refused(
                    "the demo in %s failed: %s".formatted(home, e.getMessage()));
        }
    }

    private void print(DemoEnd end, Duration took, Path home) {
        String numbers =
                " the supplier has %,d stones, the table has %,d, and their prices %s (%s)."
                        .formatted(
                                end.stock(),
                                end.canonical(),
                                end.isEqual() ? "are equal" : "differ",
                                HumanText.brief(took));
        shell.say(
                (end.isEqual() ? shell.paint.green("Exactly once:") : shell.paint.red("Different:"))
                        + numbers);
        shell.say("The table is in %s. Try:".formatted(home));
        shell.say("  pawl diamonds search --shape round --carat 1-1.5 --home " + home);
        shell.say("  pawl diamonds changes --since 1h --home " + home);
        shell.say("  pawl diamonds runs --home " + home);
    }
}
