package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.OwnHome;
import dev.pawl.cli.shell.Shell;
import dev.pawl.feeds.demo.Demo;
import dev.pawl.orchestrator.Board;
import dev.pawl.store.SqliteStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Shows everything on a small set of documents, with a publisher of its own that misbehaves.
@Command(
        name = "demo",
        description = {
            "Watch seven sources load, wait, fail, pause and go on, in about half a minute.",
            "It needs no network and no documents: a publisher on this machine gives out a small"
                    + " set of its own, throttles, fails, and publishes changes for a second cycle.",
            "What it made stays in a directory that it names, or in that of --home, to be asked"
                    + " with the other commands."
        },
        footer = {"", "Examples:", "  pawl feeds demo", "  pawl feeds demo --home ./demo"})
final class DemoCommand implements Callable<Integer> {
    private final Shell shell;

    DemoCommand(Desk desk) {
        this.shell = desk.shell();
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<Path> chosen = OwnHome.chosen(shell);
        Path home = chosen.isPresent() ? chosen.get() : Files.createTempDirectory("pawl-feeds-");
        play(home);
        if (shell.json) return shell.json(Map.of("home", home.toString()));
        shell.say("");
        shell.say("The base is in %s. Ask it:".formatted(home));
        shell.say("  pawl feeds search \"injection\" --home " + home);
        shell.say("  pawl feeds path CVE-2021-44228 CAPEC-586 --home " + home);
        shell.say("  pawl feeds events --home " + home);
        return ExitCode.OK;
    }

    private void play(Path home) throws IOException, InterruptedException {
        try (Demo demo = Demo.open(home, SqliteStore.open(home))) {
            Board board = demo.feeds().orchestrator().board(demo.engine());
            try (Stage stage = Stage.open(shell, () -> Look.at(shell.now(), board))) {
                demo.play(stage);
            }
        }
    }
}
