package dev.pawl.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.pawl.fetch.FetchException.Kind;
import dev.pawl.fetch.TestBucket.Protocol;
import dev.pawl.machine.RetryAfterHeader;
import dev.pawl.servers.HttpFault;
import dev.pawl.servers.HttpFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
import org.junit.jupiter.params.provider.ValueSource;

/// A source over a network that fails in every way: each fault gives an error of the right kind,
/// leaves only what can be resumed, and the next fetch gets the right bytes.
@TestInstance(Lifecycle.PER_CLASS)
abstract class FaultContract {
    private static final int SIZE = 400_000;
    private static final int PART = 150_000;
    private static final byte[] CONTENT = TestContent.of(SIZE, 1);
    private static final byte[] OTHER = TestContent.of(SIZE + 1, 2);
    private static final Key KEY = new Key("k");

    /// Long enough for a busy machine, and short enough for a test of silence.
    private static final FetchLimits IMPATIENT =
            FetchLimits.DEFAULT.silence(Duration.ofMillis(1500));

    @TempDir private Path directory;

    private TestBucket bucket;
    private HttpFaults faults;
    private ObjectSource source;
    private Path target;

    abstract Protocol protocol();

    @BeforeAll
    void start(@TempDir Path buckets) throws IOException {
        bucket = new TestBucket(buckets, protocol());
        faults = bucket.faults();
        source = bucket.source(FetchLimits.DEFAULT);
    }

    @AfterAll
    void stop() throws IOException {
        source.close();
        bucket.close();
    }

    @BeforeEach
    void prepare() throws IOException {
        bucket.put(KEY.text(), CONTENT);
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
                arguments(new HttpFault.Answer(502), false),
                arguments(new HttpFault.Answer(408), false));
    }

    @ParameterizedTest
    @MethodSource("passing")
    void resumesWithWhatWasKept(HttpFault fault, boolean keeps) throws Exception {
        faults.script("GET", fault);
        FetchErrors.of(Kind.TRANSIENT, this::fetch);
        assertThat(target).doesNotExist();
        assertThat(left()).isEqualTo(keeps ? List.of("t.part", "t.part.json") : List.of());
        long kept = keeps ? Files.size(target.resolveSibling("t.part")) : 0;

        Fetched fetched = fetch();

        assertThat(fetched.resumedAt()).isEqualTo(kept);
        assertWhole(fetched, CONTENT);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void keepsThePartWhenTheServerThrottles(int status) throws Exception {
        long kept = keepAPart();
        faults.script("GET", new HttpFault.Answer(status));
        FetchErrors.of(Kind.THROTTLED, this::fetch);
        assertThat(fetch().resumedAt()).isEqualTo(kept);
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
    void leavesNothingAfterAPermanentError(int status, Kind kind) throws Exception {
        keepAPart();
        faults.script("GET", new HttpFault.Answer(status));
        FetchErrors.of(kind, this::fetch);
        assertThat(left()).isEmpty();
        assertWhole(fetch(), CONTENT);
    }

    static Stream<HttpFault> wrongResponsesToARange() {
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
    @MethodSource("wrongResponsesToARange")
    void startsOverIfTheRestIsNotWhatWasRequested(HttpFault fault) throws Exception {
        keepAPart();
        faults.script("GET", fault);
        Fetched fetched = fetch();
        assertThat(fetched.resumedAt()).isZero();
        assertWhole(fetched, CONTENT);
    }

    @Test
    void doesNotAcceptARestAsTheWhole() throws Exception {
        long kept = keepAPart();
        faults.script("GET", new HttpFault.Status(200));
        try {
            assertWhole(fetch(), CONTENT);
        } catch (FetchException e) {
            assertThat(e.kind()).isEqualTo(Kind.TRANSIENT);
            assertThat(fetch().resumedAt()).isEqualTo(kept);
        }
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
    }

    @Test
    void requestsOnlyTheRest() throws Exception {
        long kept = keepAPart();
        int before = faults.requests().size();
        assertThat(fetch().resumedAt()).isEqualTo(kept);
        List<String> asked = faults.requests().subList(before, faults.requests().size());
        assertThat(asked).hasSize(2);
        assertThat(asked.getLast()).endsWith("bytes=%d-".formatted(kept));
    }

    @Test
    void startsOverOnceIfTheObjectChangesDuringTheFetch() throws Exception {
        faults.script("GET", change(OTHER));
        assertWhole(fetch(), OTHER);

        faults.script("GET", change(CONTENT), change(OTHER));
        FetchErrors.of(Kind.CHANGED, this::fetch);
        assertThat(left()).containsExactly("t");
        assertThat(Files.readAllBytes(target)).isEqualTo(OTHER);
        assertWhole(fetch(), OTHER);
    }

    @Test
    void startsOverIfTheObjectChangesBeforeTheRestIsRequested() throws Exception {
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
    void reportsTheWaitThatTheServerAsksForWithinTheBound() {
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
            assertThat(FetchErrors.of(Kind.THROTTLED, this::fetch).retryAfter(Instant.now()))
                    .as("Retry-After: %s", header)
                    .isEqualTo(wait);
            faults.script("HEAD", answer(429, header));
            assertThat(FetchErrors.of(Kind.THROTTLED, this::fetch).retryAfter(Instant.now()))
                    .as("Retry-After: %s", header)
                    .isEqualTo(wait);
        });
    }

    @Test
    void reportsTheWaitUntilTheDateThatTheServerNames() {
        String date =
                ZonedDateTime.now(ZoneOffset.UTC)
                        .plusHours(3)
                        .format(DateTimeFormatter.RFC_1123_DATE_TIME);
        faults.script("GET", answer(503, date));
        assertThat(
                        FetchErrors.of(Kind.THROTTLED, this::fetch)
                                .retryAfter(Instant.now())
                                .orElseThrow())
                .isBetween(Duration.ofHours(2), Duration.ofHours(3));
    }

    @Test
    void endsWhenTheServerIsSilentAndKeepsWhatArrived() throws Exception {
        try (ObjectSource impatient = bucket.source(IMPATIENT)) {
            faults.script("GET", new HttpFault.Stall(PART));
            Fetch fetch = Fetch.to(target);
            FetchErrors.of(Kind.TRANSIENT, () -> impatient.fetch(KEY, fetch));
            assertThat(left()).containsExactly("t.part", "t.part.json");
            faults.script("HEAD", new HttpFault.Silence());
            FetchErrors.of(Kind.TRANSIENT, () -> impatient.fetch(KEY, fetch));
            assertThat(left()).containsExactly("t.part", "t.part.json");
        }
        Fetched fetched = fetch();
        assertThat(fetched.resumedAt()).isPositive();
        assertWhole(fetched, CONTENT);
    }

    @Test
    void canBeInterruptedWhileTheServerIsSilent() throws Exception {
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
        FetchErrors.of(Kind.TRANSIENT, this::fetch);
        long kept = Files.size(target.resolveSibling("t.part"));
        assertThat(kept).isPositive();
        return kept;
    }

    private HttpFault change(byte[] content) {
        return new HttpFault.Meanwhile(() -> bucket.put(KEY.text(), content));
    }

    private static HttpFault answer(int status, String retryAfter) {
        return new HttpFault.Answer(status, Map.of("Retry-After", retryAfter));
    }

    private Fetched fetch() throws FetchException, InterruptedException {
        return source.fetch(KEY, Fetch.to(target));
    }

    private void assertWhole(Fetched fetched, byte[] content) throws IOException {
        assertThat(Files.readAllBytes(target)).isEqualTo(content);
        assertThat(fetched.sha256()).isEqualTo(TestContent.sha256(content));
        assertThat(left()).containsExactly("t");
    }

    private List<String> left() throws IOException {
        try (var files = Files.list(target.getParent())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
