package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.shell.ExitCode;
import dev.pawl.diamonds.simulator.SimulatorFaults;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.StockSource;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `pawl diamonds` from the first run to orders, prices and exports, and before any run.
@Timeout(240)
class DiamondsCommandsTest {
    private static final Pattern STONE = Pattern.compile("DIAMOND/[0-9a-f-]{36}");

    @TempDir Path directory;

    private Terminal terminal() {
        return new Terminal(directory.resolve("home"));
    }

    private static SupplierSimulator simulator(StockSource stock) throws IOException {
        return SupplierSimulator.start(SimulatorOptions.of(stock));
    }

    private static void assertFails(int code, String message, Terminal.Answer answer) {
        assertThat(answer.err()).contains(message);
        assertThat(answer.code()).as(answer.err()).isEqualTo(code);
    }

    @Test
    void loadsAndAnswersQuestionsAboutRunsAndStones() throws Exception {
        Terminal terminal = terminal();
        try (SupplierSimulator simulator = simulator(new StockSource.Seeded(1, 600))) {
            Terminal.Answer first = terminal.run("diamonds", "run", "--supplier", simulator.url());
            assertThat(first.code()).as(first.out() + first.err()).isZero();
            assertThat(first.out())
                    .contains("partition-0 completed", "Completed: full run")
                    .containsPattern("600 +\\d+ +600 +600 +0 +0 +0 +0");
            simulator.move(10);
            assertThat(terminal.ok("diamonds", "run")).contains("Completed: incremental run");
            assertThat(terminal.ok("diamonds", "run", "--full", "--json"))
                    .contains("\"outcome\" : \"completed\"", "\"type\" : \"full\"");
        }
        assertThat(terminal.ok("diamonds", "status")).contains("Completed", "watermark  20");
        assertThat(terminal.ok("diamonds", "runs")).contains("full", "incremental");
        assertThat(terminal.ok("diamonds", "show")).contains("full run of nivoda", "UNCHANGED");
        assertThat(terminal.ok("diamonds", "partitions", "--json")).contains("\"nextOffset\"");
        assertThat(terminal.ok("diamonds", "stats", "--json"))
                .contains("\"raw\"", "\"canonical\"", "\"available\"", "\"onHold\"")
                .contains("\"removed\"", "\"quarantined\"", "\"supplierPriceCents\"")
                .contains("\"watermark\" : \"20");
        assertThat(terminal.ok("diamonds", "stats", "--feed", "nivoda", "--json"))
                .contains("\"watermark\" : \"20", "\"unknownValues\" : [ ]");
        assertFails(
                ExitCode.NOT_FOUND,
                "no run of the feed 'nope'",
                terminal.run("diamonds", "stats", "--feed", "nope"));
        assertFails(
                ExitCode.USAGE,
                "expected one of",
                terminal.run("diamonds", "search", "--availability", "gone"));
        assertThat(terminal.ok("diamonds", "watermark")).containsPattern("nivoda +20.* +3 ");
        assertThat(terminal.ok("diamonds", "watermark", "rewind", "--to", "1d", "--preview"))
                .contains("3 completed runs", "Nothing was changed");
        assertThat(terminal.ok("diamonds", "watermark", "rewind", "--to", "1d", "--reason", "r"))
                .contains("the next incremental run loads from there");
        assertThat(terminal.ok("diamonds", "watermark", "history"))
                .containsPattern("4 +20.* +- +.* r ");
        String found = terminal.ok("diamonds", "search", "--shape", "round", "--limit", "1");
        Matcher stone = STONE.matcher(found);
        assertThat(stone.find()).as(found).isTrue();
        assertThat(terminal.ok("diamonds", "stone", stone.group()))
                .contains("partition-", "revision", "created")
                .contains("price by today's rules", "matches, ", "% = ")
                .contains("rating by today's rules");
        assertThat(terminal.ok("diamonds", "stone", stone.group(), "--json"))
                .contains("\"explanation\"", "\"rating\" : [ \"rule ");
        assertThat(terminal.ok("diamonds", "changes", "--since", "1h", "--limit", "2"))
                .contains("created", "Raise --limit")
                .doesNotContain("{}");
        assertThat(terminal.ok("diamonds", "alerts")).contains("No alerts.");
        assertThat(terminal.ok("diamonds", "quarantine")).contains("No quarantined stones.");
        Path csv = directory.resolve("stones.csv");
        terminal.ok("diamonds", "export", "--format", "csv", "--output", csv.toString());
        assertThat(Files.readAllLines(csv).size() - 1L).isBetween(590L, 610L);
    }

    @Test
    void rulesAreTriedAddedAppliedAndReverted() throws Exception {
        Terminal terminal = terminal();
        try (SupplierSimulator simulator = simulator(new StockSource.Seeded(1, 300))) {
            assertThat(terminal.run("diamonds", "run", "--supplier", simulator.url()).code())
                    .isZero();
        }
        assertThat(terminal.ok("diamonds", "rules")).contains("bracket-1");
        assertThat(terminal.ok("diamonds", "rules", "test", "--points", "5"))
                .containsPattern("300 +300 +\\d+ ")
                .contains("Nothing was changed");
        String before = terminal.ok("diamonds", "rules", "stats");
        terminal.ok("diamonds", "rules", "add", "dear", "--points", "200");
        assertThat(terminal.ok("diamonds", "rules", "stats")).isEqualTo(before);
        assertThat(terminal.ok("diamonds", "reprice", "--dry-run")).containsPattern("300 +300");
        String applied = terminal.ok("diamonds", "reprice");
        assertThat(applied).contains("Changed 300 prices");
        assertThat(terminal.ok("diamonds", "rules", "stats")).containsPattern("dear +300 ");
        Matcher job = Pattern.compile("--revert (\\w+)").matcher(applied);
        assertThat(job.find()).isTrue();
        assertThat(terminal.ok("diamonds", "reprice", "--revert", job.group(1)))
                .contains("Restored 300 prices");
        assertThat(terminal.ok("diamonds", "rules", "stats")).isEqualTo(before);
        assertFails(
                ExitCode.REFUSED,
                "which exists or existed",
                terminal.run("diamonds", "rules", "add", "dear", "--points", "1"));
    }

    /// INV-17: a supplier in euros needs a rate; a later rate is applied by a price job.
    @Test
    void aSupplierInAnotherCurrencyNeedsARate() throws Exception {
        Terminal terminal = terminal();
        try (SupplierSimulator simulator = simulator(new StockSource.Seeded(1, 300))) {
            String[] run = {"diamonds", "run", "--supplier", simulator.url(), "--feed", "antwerp"};
            assertFails(
                    ExitCode.USAGE,
                    "no exchange rate of EUR is in effect: pass --exchange-rate RATE",
                    terminal.run(with(run, "--currency", "EUR")));
            assertFails(
                    ExitCode.USAGE,
                    "three capital letters",
                    terminal.run(with(run, "--currency", "euro")));
            assertFails(
                    ExitCode.USAGE,
                    "expected a rate above 0",
                    terminal.run(with(run, "--currency", "EUR", "--exchange-rate", "-1")));
            Terminal.Answer loaded =
                    terminal.run(with(run, "--currency", "EUR", "--exchange-rate", "1.10"));
            assertThat(loaded.code()).as(loaded.out() + loaded.err()).isZero();
            assertThat(loaded.out()).contains("pawl diamonds stats --feed antwerp");
        }
        assertThat(terminal.ok("diamonds", "rates"))
                .containsPattern("EUR +1.10 +20")
                .contains("Feed antwerp is in EUR.");
        Matcher stone = STONE.matcher(terminal.ok("diamonds", "search", "--limit", "1"));
        assertThat(stone.find()).isTrue();
        assertThat(terminal.ok("diamonds", "stone", stone.group(), "--feed", "antwerp"))
                .contains(" EUR × 1.10 = ");
        assertThat(terminal.ok("diamonds", "rates", "add", "EUR", "1.20")).contains("1 EUR is");
        assertThat(terminal.ok("diamonds", "rates", "--json")).contains("\"rate\" : 1.20");
        assertThat(terminal.ok("diamonds", "reprice", "--dry-run")).containsPattern("300 +300");
        assertThat(terminal.ok("diamonds", "reprice")).contains("Changed 300 prices");
        assertFails(
                ExitCode.USAGE, "always 1", terminal.run("diamonds", "rates", "add", "USD", "1"));
    }

    private static String[] with(String[] words, String... more) {
        return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new);
    }

    @Test
    void aStoneThatCannotBeMappedIsQuarantinedAndReplayed() throws Exception {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < 60; i++) items.add(item(i, i == 7 ? "-1" : "1.0"));
        Terminal terminal = terminal();
        try (SupplierSimulator simulator = simulator(new StockSource.Items(items))) {
            Terminal.Answer run = terminal.run("diamonds", "run", "--supplier", simulator.url());
            assertThat(run.code()).as(run.out() + run.err()).isZero();
        }
        assertThat(terminal.ok("diamonds", "stats", "--json"))
                .contains("\"canonical\" : 59", "\"quarantined\" : 1");
        assertThat(terminal.ok("diamonds", "quarantine")).contains("DIAMOND/0007", "carat");
        assertThat(terminal.ok("diamonds", "quarantine", "show", "DIAMOND/0007"))
                .contains("\"carats\":-1");
        assertThat(terminal.ok("diamonds", "quarantine", "replay"))
                .contains("Replayed 1 stones: 0 were accepted, 1 stay");
        assertFails(
                ExitCode.REFUSED,
                "no such stone is quarantined",
                terminal.run("diamonds", "quarantine", "replay", "DIAMOND/0008"));
    }

    private static String item(int number, String carats) {
        return """
        {"id":"DIAMOND/%04d","price":%d,"diamond":{"id":"%04d","availability":"AVAILABLE",\
        "certificate":{"lab":"GIA","certNumber":"%d","shape":"ROUND","carats":%s,"cut":"EX",\
        "color":"G","clarity":"VS1"}}}\
        """
                .formatted(number, 50_000 + number, number, 1_000_000 + number, carats);
    }

    /// DIA-3, DIA-4, A4: an operator decides about a run whose partitions failed.
    @Test
    void aRunWithFailedPartitionsWaitsForADecision() throws Exception {
        Terminal terminal = terminal();
        // A plan is a fixed sequence of requests, which this seed lets pass; of the pages that
        // follow, some fail three times.
        SimulatorOptions faulty =
                SimulatorOptions.of(new StockSource.Seeded(1, 1_200))
                        .seed(3)
                        .faults(SimulatorFaults.parse("500=0.35"));
        int port;
        try (SupplierSimulator simulator = SupplierSimulator.start(faulty)) {
            port = simulator.port();
            Terminal.Answer run = terminal.run("diamonds", "run", "--supplier", simulator.url());
            assertThat(run.code()).as(run.out() + run.err()).isEqualTo(ExitCode.NO);
            assertThat(run.out())
                    .contains("pawl diamonds retry --failed", "pawl diamonds force --reason");
        }
        assertThat(terminal.ok("diamonds", "partitions", "--failed")).contains("HTTP 500");
        assertThat(terminal.ok("diamonds", "retry", "--failed")).contains("Add --yes to retry");
        assertThat(terminal.ok("diamonds", "alerts")).contains("Consolidation Skipped");
        SimulatorOptions sound = SimulatorOptions.of(new StockSource.Seeded(1, 1_200)).port(port);
        try (SupplierSimulator simulator = SupplierSimulator.start(sound)) {
            assertThat(simulator.stones()).isEqualTo(1_200);
            Terminal.Answer retried = terminal.run("diamonds", "retry", "--failed", "--yes");
            assertThat(retried.code()).as(retried.out() + retried.err()).isZero();
            assertThat(retried.out()).contains("Completed: full run");
        }
        assertThat(terminal.ok("diamonds", "stats", "--json")).contains("\"canonical\" : 1200");
        assertFails(
                ExitCode.REFUSED,
                "that waits for a decision",
                terminal.run("diamonds", "force", "--reason", "too late"));
        assertFails(
                ExitCode.REFUSED, "no run of nivoda is active", terminal.run("diamonds", "cancel"));
    }

    @Test
    void everyCommandSaysHowToStartWhenNothingIsLoaded() {
        String[][] commands = {
            {"status"},
            {"runs"},
            {"show"},
            {"partitions"},
            {"stats"},
            {"retry", "--failed"},
            {"force", "--reason", "x"},
            {"cancel"},
            {"watermark"},
            {"watermark", "history"},
            {"watermark", "rewind", "--to", "1d"},
            {"search"},
            {"stone", "X"},
            {"changes", "--since", "1d"},
            {"alerts"},
            {"quarantine"},
            {"quarantine", "show", "X"},
            {"quarantine", "replay"},
            {"rules"},
            {"rules", "add", "x", "--points", "1"},
            {"rules", "test", "--points", "1"},
            {"rules", "stats"},
            {"rates"},
            {"rates", "add", "EUR", "1.1"},
            {"reprice", "--dry-run"},
            {"export", "--format", "csv"},
        };
        for (String[] each : commands) {
            List<String> words = new ArrayList<>(List.of("diamonds"));
            words.addAll(List.of(each));
            assertFails(
                    ExitCode.STORE,
                    "start with `pawl diamonds run --supplier URL`",
                    terminal().run(words.toArray(String[]::new)));
        }
        assertThat(directory.resolve("home")).doesNotExist();
    }

    @Test
    void wrongArgumentsAreRefusedAndCreateNothing() {
        Terminal terminal = terminal();
        assertFails(
                ExitCode.USAGE,
                "no supplier of the feed 'nivoda'",
                terminal.run("diamonds", "run"));
        assertFails(
                ExitCode.USAGE,
                "exclude each other",
                terminal.run("diamonds", "run", "--full", "--incremental"));
        assertFails(
                ExitCode.USAGE,
                "PAWL_SUPPLIER_USER",
                terminal.run("diamonds", "run", "--supplier", "https://supplier.example/graphql"));
        assertFails(
                ExitCode.USAGE,
                "expected the URL of a GraphQL endpoint",
                terminal.run(
                        "diamonds",
                        "run",
                        "--supplier",
                        "ftp://x",
                        "--user",
                        "a",
                        "--password",
                        "b"));
        assertFails(
                ExitCode.USAGE,
                "expected the URL of a GraphQL endpoint",
                terminal.run("diamonds", "run", "--supplier", "nonsense"));
        assertFails(
                ExitCode.USAGE,
                "expected the name of a feed",
                terminal.run(
                        "diamonds",
                        "run",
                        "--supplier",
                        "http://127.0.0.1:1/graphql",
                        "--feed",
                        "Bad Name"));
        assertFails(
                ExitCode.USAGE,
                "expected faults such as",
                terminal.run("diamonds", "simulate", "--faults", "nonsense"));
        assertFails(
                ExitCode.REFUSED,
                "expected a readable file",
                terminal.run("diamonds", "simulate", "--stock", "missing.csv"));
        assertThat(directory.resolve("home")).doesNotExist();
    }

    @Test
    void everyCommandHelpHasAnExample() {
        String[] names = {
            "run",
            "demo",
            "simulate",
            "status",
            "runs",
            "show",
            "partitions",
            "retry",
            "force",
            "cancel",
            "watermark",
            "alerts",
            "stats",
            "search",
            "stone",
            "changes",
            "export",
            "quarantine",
            "rules",
            "rates",
            "reprice",
        };
        Terminal terminal = terminal();
        assertThat(terminal.ok("diamonds", "--help")).contains(names);
        for (String name : names) {
            assertThat(terminal.ok("diamonds", name, "--help"))
                    .contains("Examples:", "  pawl diamonds " + name);
        }
    }
}
