package dev.pawl.images.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.pawl.images.source.ServerPlace.Reach;
import dev.pawl.images.source.SourceException.Kind;
import dev.pawl.machine.RetryAfterHeader;
import dev.pawl.servers.HttpFault;
import dev.pawl.servers.HttpFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A source over a network that fails in every way: each fault has its kind, leaves what it should,
/// and the next fetch gets the right bytes.
@TestInstance(Lifecycle.PER_CLASS)
abstract class FaultContract {
    private static final int SIZE = 400_000;
    private static final int PART = 150_000;
    private static final byte[] CONTENT = Content.of(SIZE, 1);
    private static final byte[] OTHER = Content.of(SIZE + 1, 2);
    private static final Key KEY = new Key("k");

    /// Long enough for a busy machine, and short for a test of silence.
    private static final Timeouts IMPATIENT =
            new Timeouts(Duration.ofSeconds(10), Duration.ofMillis(1500));

    @TempDir private Path directory;

    private ServerPlace place;
    private HttpFaults faults;
    private Source source;
    private Path target;

    abstract Reach reach();

    @BeforeAll
    void start(@TempDir Path buckets) throws IOException {
        place = new ServerPlace(buckets, reach());
        faults = place.faults();
        source = place.source(Timeouts.DEFAULT);
    }

    @AfterAll
    void stop() throws IOException {
        source.close();
        place.close();
    }

    @BeforeEach
    void prepare() throws IOException {
        place.put(KEY.text(), CONTENT);
        target = Files.createTempDirectory(directory, "target").resolve("t");
    }

    @AfterEach
    void forgive() {
        faults.forgive();
    }

    static Stream<Arguments> passing() {
        return Stream.of(
                arguments(new HttpFault.Cut(PART), true),
                arguments(new HttpFault.Cut(0), true),
                arguments(new HttpFault.Truncate(PART), true),
                arguments(new HttpFault.Truncate(SIZE - 1), true),
                arguments(new HttpFault.WrongLength(-1000), false),
                arguments(new HttpFault.WrongLength(1000), false),
                arguments(new HttpFault.Garbage(), false),
                arguments(new HttpFault.Answer(500), false),
                arguments(new HttpFault.Answer(503), false),
                arguments(new HttpFault.Answer(429), false));
    }

    @ParameterizedTest
    @MethodSource("passing")
    void isTriedAgainWithWhatWasKept(HttpFault fault, boolean keeps) throws Exception {
        faults.script("GET", fault);
        Failures.of(Kind.TRANSIENT, this::fetch);
        assertThat(target).doesNotExist();
        assertThat(left()).isEqualTo(keeps ? List.of("t.part", "t.part.json") : List.of());
        long kept = keeps ? Files.size(target.resolveSibling("t.part")) : 0;

        Fetched fetched = fetch();

        assertThat(fetched.resumedAt()).isEqualTo(kept);
        assertWhole(fetched, CONTENT);
    }

    static Stream<Arguments> lasting() {
        return Stream.of(
                arguments(403, Kind.DENIED),
                arguments(404, Kind.NOT_FOUND),
                arguments(400, Kind.REFUSED),
                arguments(418, Kind.REFUSED));
    }

    @ParameterizedTest
    @MethodSource("lasting")
    void leavesNothingIfAnotherAttemptDoesNotHelp(int status, Kind kind) throws Exception {
        keepAPart();
        faults.script("GET", new HttpFault.Answer(status));
        Failures.of(kind, this::fetch);
        assertThat(left()).isEmpty();
        assertWhole(fetch(), CONTENT);
    }

    static Stream<HttpFault> wrongAnswersToARange() {
        return Stream.of(
                new HttpFault.IgnoreRange(),
                new HttpFault.Answer(416),
                new HttpFault.Answer(412),
                new HttpFault.With("Content-Range", "bytes 0-9/10"),
                new HttpFault.With("Content-Range", "nonsense"),
                new HttpFault.With("ETag", "\"another\""),
                new HttpFault.Without("ETag"));
    }

    @ParameterizedTest
    @MethodSource("wrongAnswersToARange")
    void startsOverIfTheRestIsNotWhatWasAskedFor(HttpFault fault) throws Exception {
        keepAPart();
        faults.script("GET", fault);
        Fetched fetched = fetch();
        assertThat(fetched.resumedAt()).isZero();
        assertWhole(fetched, CONTENT);
    }

    @Test
    void doesNotTakeARestForTheWhole() throws Exception {
        long kept = keepAPart();
        faults.script("GET", new HttpFault.Status(200));
        try {
            assertWhole(fetch(), CONTENT);
        } catch (SourceException e) {
            assertThat(e.kind()).isEqualTo(Kind.TRANSIENT);
            assertThat(fetch().resumedAt()).isEqualTo(kept);
        }
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
    }

    @Test
    void asksForTheRestOnly() throws Exception {
        long kept = keepAPart();
        int before = faults.requests().size();
        assertThat(fetch().resumedAt()).isEqualTo(kept);
        List<String> asked = faults.requests().subList(before, faults.requests().size());
        assertThat(asked).hasSize(2);
        assertThat(asked.getLast()).endsWith("bytes=%d-".formatted(kept));
    }

    @Test
    void startsOverOnceIfTheObjectChangesMeanwhile() throws Exception {
        faults.script("GET", change(OTHER));
        assertWhole(fetch(), OTHER);

        faults.script("GET", change(CONTENT), change(OTHER));
        Failures.of(Kind.CHANGED, this::fetch);
        assertThat(left()).containsExactly("t");
        assertThat(Files.readAllBytes(target)).isEqualTo(OTHER);
        assertWhole(fetch(), OTHER);
    }

    @Test
    void startsOverIfTheObjectChangesBeforeTheRestIsAskedFor() throws Exception {
        keepAPart();
        faults.script("GET", change(OTHER));
        assertWhole(fetch(), OTHER);
    }

    @Test
    void fetchesWithoutATagButKeepsNothing() throws Exception {
        faults.script("GET", new HttpFault.Without("ETag"));
        assertWhole(fetch(), CONTENT);
    }

    @Test
    void waitsAsLongAsTheServerAsksForWithinTheBound() {
        Map<String, Optional<Duration>> waits = new LinkedHashMap<>();
        waits.put("7", Optional.of(Duration.ofSeconds(7)));
        waits.put("0", Optional.of(Duration.ZERO));
        waits.put("-1", Optional.of(Duration.ZERO));
        waits.put("Thu, 01 Jan 1970 00:00:00 GMT", Optional.of(Duration.ZERO));
        waits.put("soon", Optional.empty());
        waits.put("", Optional.empty());
        waits.put("86401", Optional.of(RetryAfterHeader.WAIT_MAX));
        waits.put(Long.toString(Long.MAX_VALUE), Optional.of(RetryAfterHeader.WAIT_MAX));
        waits.put("9".repeat(100), Optional.of(RetryAfterHeader.WAIT_MAX));
        waits.put("Fri, 31 Dec 9999 23:59:59 GMT", Optional.of(RetryAfterHeader.WAIT_MAX));
        waits.forEach((header, wait) -> {
            faults.script("GET", answer(503, header));
            assertThat(Failures.of(Kind.TRANSIENT, this::fetch).retryAfter())
                    .as("Retry-After: %s", header)
                    .isEqualTo(wait);
            faults.script("HEAD", answer(429, header));
            assertThat(Failures.of(Kind.TRANSIENT, this::fetch).retryAfter())
                    .as("Retry-After: %s", header)
                    .isEqualTo(wait);
        });
    }

    @Test
    void waitsUntilTheDateThatTheServerNames() {
        String date =
                ZonedDateTime.now(ZoneOffset.UTC)
                        .plusHours(3)
                        .format(DateTimeFormatter.RFC_1123_DATE_TIME);
        faults.script("GET", answer(503, date));
        assertThat(Failures.of(Kind.TRANSIENT, this::fetch).retryAfter().orElseThrow())
                .isBetween(Duration.ofHours(2), Duration.ofHours(3));
    }

    @Test
    void endsWhenTheServerIsSilentAndKeepsWhatCame() throws Exception {
        try (Source impatient = place.source(IMPATIENT)) {
            faults.script("GET", new HttpFault.Stall(PART));
            Fetch fetch = Fetch.of(KEY, target);
            Failures.of(Kind.TRANSIENT, () -> impatient.fetch(fetch));
            assertThat(left()).containsExactly("t.part", "t.part.json");
            faults.script("HEAD", new HttpFault.Silence());
            Failures.of(Kind.TRANSIENT, () -> impatient.fetch(fetch));
            assertThat(left()).containsExactly("t.part", "t.part.json");
        }
        Fetched fetched = fetch();
        assertThat(fetched.resumedAt()).isPositive();
        assertWhole(fetched, CONTENT);
    }

    @Test
    void isInterruptedWhileTheServerIsSilent() throws Exception {
        for (HttpFault fault :
                List.of(
                        new HttpFault.Silence(),
                        new HttpFault.Stall(PART),
                        new HttpFault.Slow(Duration.ofHours(1)))) {
            faults.script("GET", fault);
            Thread caller = Thread.currentThread();
            long asked = faults.requests("GET");
            Thread.startVirtualThread(() -> {
                while (faults.requests("GET") == asked) Thread.onSpinWait();
                caller.interrupt();
            });
            assertThatThrownBy(this::fetch).isInstanceOf(InterruptedException.class);
        }
        assertWhole(fetch(), CONTENT);
    }

    private long keepAPart() throws IOException {
        faults.script("GET", new HttpFault.Truncate(PART));
        Failures.of(Kind.TRANSIENT, this::fetch);
        long kept = Files.size(target.resolveSibling("t.part"));
        assertThat(kept).isPositive();
        return kept;
    }

    private HttpFault change(byte[] content) {
        return new HttpFault.Meanwhile(() -> place.put(KEY.text(), content));
    }

    private static HttpFault answer(int status, String retryAfter) {
        return new HttpFault.Answer(status, Map.of("Retry-After", retryAfter));
    }

    private Fetched fetch() throws SourceException, InterruptedException {
        return source.fetch(Fetch.of(KEY, target));
    }

    private void assertWhole(Fetched fetched, byte[] content) throws IOException {
        assertThat(Files.readAllBytes(target)).isEqualTo(content);
        assertThat(fetched.sha256()).isEqualTo(Content.sha256(content));
        assertThat(left()).containsExactly("t");
    }

    private List<String> left() throws IOException {
        try (var files = Files.list(target.getParent())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
