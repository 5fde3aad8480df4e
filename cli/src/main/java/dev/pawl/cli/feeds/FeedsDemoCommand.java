package dev.pawl.cli.feeds;

import dev.pawl.cli.feeds.context.FeedsContext;
import dev.pawl.cli.feeds.display.LiveView;
import dev.pawl.cli.feeds.display.SourcesSnapshot;
import dev.pawl.cli.shell.DemoHome;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.demo.FeedsDemo;
import dev.pawl.orchestrator.OrchestrationView;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Plays the demo.
@Command(
        name = "demo",
        description = {
            "Runs a 30-second demo: seven sources load, wait, fail, pause and resume.",
            "It needs no network and no documents: a local publisher serves sample data, throttles,"
                    + " fails, and publishes changes for a second cycle.",
            "The result stays in a new directory, or in the one of --home, for the other commands"
                    + " to query."
        },
        footer = {"", "Examples:", "  pawl feeds demo", "  pawl feeds demo --home ./demo"})
final class FeedsDemoCommand implements Callable<Integer> {
    private final Shell shell;

    FeedsDemoCommand(FeedsContext context) {
        this.shell = context.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<Path> chosen = DemoHome.chosen(shell);
        Path home = chosen.isPresent() ? chosen.get() : Files.createTempDirectory("pawl-feeds-");
        play(home);
        if (shell.json) return shell.json(Map.of("home", home.toString()));
        shell.say("");
        shell.say("The database is in %s. Try:".formatted(home));
        shell.say("  pawl feeds search \"injection\" --home " + home);
        shell.say("  pawl feeds path CVE-2021-44228 CAPEC-586 --home " + home);
        shell.say("  pawl feeds events --home " + home);
        return ExitCode.OK;
    }

    private void play(Path home) throws IOException, InterruptedException {
        try (FeedsDemo demo = FeedsDemo.open(home, SqliteStore.open(home))) {
            OrchestrationView view = demo.feeds().orchestrator().view(demo.engine());
            try (LiveView live =
                    LiveView.open(shell, () -> SourcesSnapshot.at(shell.now(), view))) {
                demo.play(live);
            }
        }
    }
}
