package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import dev.pawl.servers.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `pawl diamonds run` in its own process, which is killed or interrupted.
@Timeout(240)
class DiamondsProcessTest {
    private static final int STONES = 3_000;
    private static final int SIGKILLED = 128 + 9;
    private static final int INTERRUPTED = 6;
    private static final Pattern RAW = Pattern.compile("\"raw\" : (\\d+)");

    @TempDir Path directory;

    private Process child;

    @AfterEach
    void endChild() throws InterruptedException {
        if (child == null) return;
        child.toHandle().destroyForcibly();
        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    private static SupplierSimulator simulator() throws IOException {
        return SupplierSimulator.start(SimulatorOptions.of(new StockSource.Seeded(1, STONES)));
    }

    private BufferedReader start(String... words) throws IOException {
        List<String> command =
                JavaCommand.of(List.of("-Dpawl.terminal=false"), Main.class, "diamonds", "run");
        command.addAll(List.of(words));
        // In the directory of the test, where the supplier is remembered.
        child =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        return child.inputReader();
    }

    private static String rest(BufferedReader output) {
        return String.join("\n", output.lines().toList());
    }

    private static long raw(Terminal terminal) {
        Matcher count = RAW.matcher(terminal.run("diamonds", "stats", "--json").out());
        return count.find() ? Long.parseLong(count.group(1)) : 0;
    }

    /// DIA-22, DIA-36: the next process reads on at the stored cursors.
    @Test
    void aKilledRunResumesInTheMiddleOfItsPartitionsAndLoadsEveryStoneOnce() throws Exception {
        Path home = directory.resolve("home");
        Terminal terminal = new Terminal(home);
        try (SupplierSimulator simulator = simulator()) {
            BufferedReader output =
                    start("--home", home.toString(), "--supplier", simulator.url(), "--rate", "20");
            while (child.isAlive() && raw(terminal) < STONES / 10) Thread.onSpinWait();
            child.toHandle().destroyForcibly();
            assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).as(rest(output)).isEqualTo(SIGKILLED);
            long before = raw(terminal);
            assertThat(before).isBetween(1L, STONES - 1L);
            assertThat(terminal.ok("diamonds", "status")).contains("WorkersRunning", "resume with");
            long pages = simulator.stats().pages();

            Terminal.Answer again = terminal.run("diamonds", "run", "--rate", "0");
            assertThat(again.code()).as(again.out() + again.err()).isZero();
            assertThat(again.out()).contains("Resuming the full run", "Completed: full run");
            assertThat(terminal.ok("diamonds", "stats", "--json"))
                    .contains("\"canonical\" : " + STONES, "\"raw\" : " + STONES);
            // Each of the 30 partitions reads at most one page again.
            long needed = simulator.stats().pages() - pages;
            assertThat(pages + needed).isLessThan(STONES / 30 + 30 + 30 + 30);
            assertThat(terminal.ok("diamonds", "watermark", "history"))
                    .contains("run completed")
                    .doesNotContainPattern("(?m)^ +2 ");
            assertThat(terminal.ok("verify")).contains("consistent");
        }
    }

    @Test
    void anInterruptedRunSaysHowToResume() throws Exception {
        Path home = directory.resolve("home");
        Terminal terminal = new Terminal(home);
        try (SupplierSimulator simulator = simulator()) {
            BufferedReader output =
                    start("--home", home.toString(), "--supplier", simulator.url(), "--rate", "10");
            while (child.isAlive() && raw(terminal) == 0) Thread.onSpinWait();
            child.toHandle().destroy();
            assertThat(rest(output))
                    .contains("stopping…", "stones read", "resume with `pawl diamonds run`");
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).isEqualTo(INTERRUPTED);

            Terminal.Answer again = terminal.run("diamonds", "run", "--rate", "0", "--json");
            assertThat(again.code()).as(again.out() + again.err()).isZero();
            assertThat(again.out()).contains("\"outcome\" : \"completed\"");
        }
    }

    @Test
    void loadsIntoPostgresToo() throws Exception {
        Databases database = Databases.fresh();
        try (SupplierSimulator simulator = simulator()) {
            BufferedReader output =
                    start(
                            "--store",
                            database.url(),
                            "--schema",
                            database.schema(),
                            "--supplier",
                            simulator.url(),
                            "--rate",
                            "0");
            String all = rest(output);
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).as(all).isZero();
            Terminal terminal = database.terminal();
            assertThat(terminal.ok("diamonds", "stats", "--json"))
                    .contains("\"canonical\" : " + STONES);
            assertThat(terminal.ok("diamonds", "show")).contains("Completed", "UNCHANGED");
            assertThat(terminal.ok("diamonds", "search", "--lab", "GIA", "--limit", "2"))
                    .contains("DIAMOND/");
        }
    }
}
