package dev.pawl.cli.images;

import dev.pawl.cli.screen.HumanText;
import dev.pawl.cli.screen.Table;
import dev.pawl.cli.shell.ExitCode;
import dev.pawl.cli.shell.Shell;
import dev.pawl.images.archive.hostile.SelfTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Tests on this machine that hostile archives do no harm.
@Command(
        name = "selftest",
        description = {
            "Tests every archive rule on this machine with generated hostile archives.",
            "Checks and extracts each archive under both policies in a temporary directory, and"
                    + " verifies that nothing outside it changed."
        },
        footer = {"", "Examples:", "  pawl images selftest", "  pawl images selftest --json"})
final class SelfTestCommand implements Callable<Integer> {
    private final Shell shell;

    SelfTestCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        if (!shell.json) shell.err.println("testing hostile archives…");
        Path work = Files.createTempDirectory("pawl-selftest-");
        List<SelfTest.Result> results;
        try {
            results = SelfTest.run(work);
        } finally {
            Files.delete(work);
        }
        List<SelfTest.Result> failed =
                results.stream().filter(result -> !result.isPassed()).toList();
        int code = failed.isEmpty() ? ExitCode.OK : ExitCode.NO;
        if (shell.json) {
            shell.json(results);
            return code;
        }
        Table table = shell.table("ARCHIVE", "POLICY", "EXPECTED", "CHECKED", "EXTRACTED", "HARM");
        for (SelfTest.Result each : failed.isEmpty() ? results : failed) {
            table.row(
                    each.archive(),
                    each.policy(),
                    each.expected(),
                    each.surveyed(),
                    each.extracted(),
                    each.damage().isEmpty() ? "none" : shell.paint.red(each.damage()));
        }
        table.print(shell.out);
        shell.say(
                failed.isEmpty()
                        ? shell.paint.green(
                                "All %s passed.".formatted(HumanText.count(results.size(), "case")))
                        : shell.paint.red(
                                "%d of %d cases failed.".formatted(failed.size(), results.size())));
        return code;
    }
}
