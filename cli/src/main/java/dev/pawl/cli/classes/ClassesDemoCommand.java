package dev.pawl.cli.classes;

import dev.pawl.cli.classes.context.ClassesContext;
import dev.pawl.cli.classes.demo.ClassDemo;
import dev.pawl.cli.classes.demo.ClassDemo.DemoEnd;
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
            "Plays a demo of less than a minute: a class rises, breaks, heals after a kill of the"
                    + " manager, is scaled and deleted.",
            "It needs no cluster. The manager's decisions stay in a new directory, or in the one of"
                    + " --home."
        },
        footer = {"", "Examples:", "  pawl classes demo", "  pawl classes demo --home ./demo"})
final class ClassesDemoCommand implements Callable<Integer> {
    private final Shell shell;

    ClassesDemoCommand(ClassesContext context) {
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Instant start = shell.now();
        Optional<Path> chosen = DemoHome.chosen(shell);
        Path home = chosen.isPresent() ? chosen.get() : Files.createTempDirectory("pawl-classes-");
        DemoEnd end = play(home);
        if (shell.json) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("home", home.toString());
            json.put("good", end.isGood());
            json.put("end", end);
            shell.json(json);
        } else {
            print(end, Duration.between(start, shell.now()), home);
        }
        return end.isGood() ? ExitCode.OK : ExitCode.NO;
    }

    private DemoEnd play(Path home) throws InterruptedException {
        try {
            return new ClassDemo(shell, home).play();
        } catch (IOException e) {
            throw CommandException.refused(
                    "the demo in %s failed: %s".formatted(home, e.getMessage()));
        }
    }

    private void print(DemoEnd end, Duration took, Path home) {
        shell.say(
                (end.isGood() ? shell.paint.green("Converged:") : shell.paint.red("Different:"))
                        + " the class left %s behind, and the Deployment of another team %s (%s)."
                                .formatted(
                                        end.left().isEmpty() ? "nothing" : end.left(),
                                        end.isForeignUntouched() ? "is untouched" : "was changed",
                                        HumanText.brief(took)));
        shell.say("The manager's log is %s/run.log. Try it yourself:".formatted(home));
        shell.say("  pawl classes simulate &");
        shell.say("  pawl classes run --simulated &");
        shell.say("  pawl classes apply -f %s/shop.yaml".formatted(home));
        shell.say("  pawl classes show shop");
    }
}
