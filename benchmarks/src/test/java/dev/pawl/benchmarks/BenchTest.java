package dev.pawl.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.benchmarks.harness.BenchContext;
import dev.pawl.benchmarks.harness.Result;
import dev.pawl.benchmarks.harness.Scale;
import dev.pawl.benchmarks.harness.Scratch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    @TempDir Path home;

    @Test
    void hasOneRowForEachLineOfTheTable() {
        assertThat(Bench.names())
                .containsExactly(
                        "saturated",
                        "alone",
                        "sustained",
                        "embedded-peers",
                        "events",
                        "fan-out",
                        "million",
                        "stored",
                        "recovery",
                        "list",
                        "postgres",
                        "postgres-alone",
                        "postgres-cpu",
                        "postgres-nodes",
                        "postgres-takeover",
                        "postgres-stored",
                        "postgres-idle",
                        "image-once",
                        "image-again",
                        "images-ten",
                        "image-heap",
                        "feed-load",
                        "feed-again",
                        "feed-questions",
                        "feed-heap",
                        "broker-plans",
                        "diamonds-load",
                        "diamonds-postgres",
                        "diamonds-kill",
                        "diamonds-again",
                        "diamonds-heatmap",
                        "diamonds-heap");
    }

    @Test
    void namesTheRowsWhenAnArgumentIsUnknown() throws IOException {
        assertThat(run("fastest")).isEqualTo(Bench.MISUSED);
        assertThat(progress.toString(StandardCharsets.UTF_8))
                .contains("saturated, alone")
                .contains("found 'fastest'");
        assertThat(out.size()).isZero();
    }

    @Test
    void refusesHomeWithoutADirectory() throws IOException {
        assertThat(run("--home")).isEqualTo(Bench.MISUSED);
        assertThat(progress.toString(StandardCharsets.UTF_8)).contains("needs a directory");
    }

    @Test
    void refusesMinutesThatAreNoNumber() throws IOException {
        assertThat(run("sustained", "--minutes", "0")).isEqualTo(Bench.MISUSED);
        assertThat(run("sustained", "--minutes")).isEqualTo(Bench.MISUSED);
        assertThat(progress.toString(StandardCharsets.UTF_8))
                .contains("a number from 1 to 999, found 0")
                .contains("found nothing");
    }

    /// There is no launcher in the directory of a module.
    @Test
    void printsNothingButObjectsAsJson() throws IOException {
        int code = run("list", "list", "--json", "--quick", "--home", home.toString());
        assertThat(code).isEqualTo(Bench.MEASURED);
        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(2);
        for (String line : lines) {
            Map<?, ?> row = Json.object(line);
            assertThat(row.get("name")).isEqualTo("list");
            assertThat(row.get("value")).isNull();
            assertThat(row.get("met")).isEqualTo(false);
            assertThat(String.valueOf(row.get("beside")))
                    .contains("there is no launcher")
                    .contains("scale=quick");
        }
    }

    @Test
    void listMeasuresTheLauncherThatItFinds() throws Exception {
        Result result = listing("#!/bin/sh\ntest -d \"$3\" && echo \"$1 $2\"\n");
        assertThat(result.value()).isNotNull().isPositive();
        assertThat(result.beside()).containsEntry("outputBytes", (long) "runs --home\n".length());
    }

    @Test
    void listSkipsALauncherThatFails() throws Exception {
        Result result = listing("#!/bin/sh\nexit 2\n");
        assertThat(result.value()).isNull();
        assertThat(result.met()).isFalse();
        assertThat(String.valueOf(result.beside().get("skipped"))).contains("ended with 2");
    }

    @Test
    void aFailedRowNamesTheReason() {
        Result result = Result.failed(new SingleRun(), new IOException("no space is left"));
        assertThat(result.isFailed()).isTrue();
        assertThat(result.text()).contains("no space is left").contains("not measured");
    }

    @Test
    void removesWhatEndedProcessesLeft() throws IOException {
        Path left = Files.createDirectories(home.resolve("scratch-999999999-alone-1/store"));
        Path mine = Scratch.in(home, "mine").path();
        var _ = BenchContext.open(home, Scale.TINY, System.err);
        assertThat(left.getParent()).doesNotExist();
        assertThat(mine).exists();
    }

    private Result listing(String script) throws Exception {
        Path launcher = Files.writeString(home.resolve("launcher"), script);
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        BenchContext place = BenchContext.open(home, Scale.TINY, System.err);
        return new Listing(launcher).measure(place);
    }

    private int run(String... arguments) throws IOException {
        return Bench.run(List.of(arguments), new PrintStream(out), new PrintStream(progress));
    }
}
