package dev.pawl.cli.feeds;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.cli.shell.Trouble;
import dev.pawl.orchestrator.Board;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Prints a record that was put aside.
@Command(
        name = "show",
        description = "Prints a record that was put aside, as it came, and why it was.",
        footer = {"", "Examples:", "  pawl feeds quarantine show 3"})
final class QuarantineShowCommand implements Callable<Integer> {
    private final Desk desk;
    private final Shell shell;

    @Parameters(paramLabel = "NUMBER", description = "Its number in the list.")
    long number;

    QuarantineShowCommand(Desk desk) {
        this.desk = desk;
        this.shell = desk.shell();
    }

    @Override
    public Integer call() {
        Board.Quarantined found =
                desk.board(board -> board.quarantined(number))
                        .orElseThrow(() ->
                                Trouble.notFound(
                                        "nothing is put aside under the number %d: `pawl feeds"
                                                        .formatted(number)
                                                + " quarantine` lists what is"));
        if (shell.json) {
            Map<String, @Nullable Object> json = FeedsJson.quarantined(found);
            json.put("payload", found.payload());
            return shell.json(json);
        }
        shell.say("%s: %s".formatted(found.provider(), found.error()));
        shell.say(found.payload());
        return ExitCode.OK;
    }
}
