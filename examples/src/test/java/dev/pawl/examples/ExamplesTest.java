package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every example runs to its end and prints its results.
@Timeout(120)
class ExamplesTest {
    @TempDir Path home;

    static List<Example> examples() {
        return List.of(
                example(
                        "CancelAndCleanup",
                        CancelAndCleanup::main,
                        "removing what pawl left",
                        "CANCELLED",
                        "CANCEL_REQUESTED by ana: the branch is gone"),
                example("Children", Children::main, "the sum is 13", "succeeded=3", "250 children"),
                example(
                        "CrashAndResume",
                        CrashAndResume::main,
                        "step 3, attempt 2, CRASH",
                        "step 5, attempt 1, FIRST",
                        "crashed before: true, repeated: 1",
                        "[[5, 15]]"),
                example("CursorLoop", CursorLoop::main, "Loaded[rows=67]", "5 REPEATED"),
                example(
                        "EnumStates",
                        EnumStates::main,
                        "check-spelling",
                        "Printed[words=the end, corrections=1]"),
                example(
                        "Evolution",
                        Evolution::main,
                        "NEEDS_MAPPING: claim v2 has no state 'review'",
                        "MOVES: they would continue in 'approval'",
                        "Paid[how=by version 2]"),
                example(
                        "FeedFollow",
                        FeedFollow::main,
                        "greet STARTED",
                        "after a restart, from the saved position:\ngreet STARTED"),
                example(
                        "FinishEarly",
                        FinishEarly::main,
                        "Abort: not on the list",
                        "Fail: its manifest cannot be read"),
                example(
                        "ForkAndGoTo",
                        ForkAndGoTo::main,
                        "moved: read a.txt, stored a.txt",
                        "forked: read b.txt, stored b.csv",
                        "the first stays CANCELLED"),
                example("GoBack", GoBack::main, "good at Copy[number=2]", "EXHAUSTED", "Jumps"),
                example(
                        "Hello",
                        Hello::main,
                        "Receipt[payment=paid 40, parcel=a parcel with a lamp]"),
                example("Interrupt", Interrupt::main, "RUNNING, then Done[how=fast, because"),
                example(
                        "Observe",
                        Observe::main,
                        "ping of trace 00-4bf9-00f0-01",
                        "runs_started_total{machine=\"ping\"} 1"),
                example(
                        "CustomProvider",
                        CustomProvider::main,
                        "planets: TERMINATED, COMPLETED, 8 created",
                        "[Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus, Neptune]",
                        "PROVIDER_STARTED, QUOTA_GRANTED, PROVIDER_COMPLETED"),
                example("Once", Once::main, "Paid[transfer=made by attempt 1]"),
                example("PauseResume", PauseResume::main, "would go WAITING to PAUSED", "Tock"),
                example("Permits", Permits::main, "1 of 3 free", "Loaded", "leases at the end: []"),
                example(
                        "QueueLimits",
                        QueueLimits::main,
                        "six runs, at most 2 at once",
                        "high before low: true",
                        "two per 200 ms: true"),
                example(
                        "RecoveryContract",
                        RecoveryContract::main,
                        "| allocate | the file | Skip if done",
                        "Ready[how=allocated once]"),
                example(
                        "Retries",
                        Retries::main,
                        "flaky: COMPLETED, Page[text=at attempt 3]",
                        "busy: COMPLETED",
                        "gone: FAILED",
                        "broken: EXHAUSTED"),
                example("Running", Running::main, "closed in the", "Rested", "crashed: false"),
                example(
                        "SameStart",
                        SameStart::main,
                        "the same request: true",
                        "refused, it is the first: true",
                        "attached: true",
                        "replaced: CANCELLED",
                        "behind the other: BLOCKED"),
                example(
                        "ScheduleExample",
                        ScheduleExample::main,
                        "swept three times or more: true",
                        "nightly: 30 2 * * MON-FRI Europe/Berlin"),
                example(
                        "ThenChain",
                        ThenChain::main,
                        "Volume[device=volume of /tmp/alpine.tar]",
                        "after success: SKIPPED",
                        "after failure: COMPLETED"),
                example("Timeout", dev.pawl.examples.Timeout::main, "longer than its", "EXPIRED"),
                example(
                        "WaitForApproval",
                        WaitForApproval::main,
                        "published, published with the consent of ana",
                        "discarded, discarded: not true",
                        "discarded, discarded: no answer came"),
                example(
                        "WhyIsItWaiting",
                        WhyIsItWaiting::main,
                        "it waits for Go",
                        "attempt 1 failed (java.io.IOException: connection reset)",
                        "it is number 1 in queue 'q'",
                        "it starts after run"),
                example("WritingSql", WritingSql::main, "in the same file: [[lamp, 10]]"));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void printsItsResults(Example example) throws Exception {
        assertThat(output(example.main())).contains(example.lines());
    }

    @Test
    void noExampleIsMissing() throws IOException {
        Path sources = Path.of("src/main/java/dev/pawl/examples");
        try (Stream<Path> files = Files.list(sources)) {
            List<String> names =
                    files.map(file -> file.getFileName().toString().replace(".java", ""))
                            .filter(name -> !name.equals("Scratch"))
                            .filter(name -> !name.equals("package-info"))
                            .toList();
            assertThat(examples()).extracting(Example::name).containsAll(names);
        }
    }

    private String output(Main main) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        System.setOut(new PrintStream(text, true, StandardCharsets.UTF_8));
        try {
            main.run(home.toString());
        } finally {
            System.setOut(before);
        }
        return text.toString(StandardCharsets.UTF_8);
    }

    private static Example example(String name, Main main, String... lines) {
        return new Example(name, main, List.of(lines));
    }

    record Example(String name, Main main, List<String> lines) {
        @Override
        public String toString() {
            return name;
        }
    }

    interface Main {
        void run(String... args) throws Exception;
    }
}
