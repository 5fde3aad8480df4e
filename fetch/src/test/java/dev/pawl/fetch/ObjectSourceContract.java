package dev.pawl.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.fetch.FetchException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What every [ObjectSource] promises.
abstract class ObjectSourceContract {
    private static final int SIZE = 1_000_000;
    private static final byte[] CONTENT = TestContent.of(SIZE, 1);

    @TempDir Path directory;

    private ObjectSource source;
    private Path target;

    /// Returns a source over a bucket that other tests may have used.
    abstract ObjectSource open() throws Exception;

    abstract void put(String key, byte[] content);

    @BeforeEach
    final void prepare() throws Exception {
        source = open();
        target = Files.createDirectory(directory.resolve("targets")).resolve("image.tar");
    }

    @AfterEach
    final void end() {
        source.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 256 << 10, SIZE})
    void fetchesAnObjectWithItsDigest(int size) throws Exception {
        byte[] content = TestContent.of(size, 2);
        put("a.tar", content);

        Fetched fetched = source.fetch(Key.of("a.tar"), Fetch.to(target));

        assertThat(Files.readAllBytes(target)).isEqualTo(content);
        assertThat(fetched.file()).isEqualTo(target);
        assertThat(fetched.size()).isEqualTo(size);
        assertThat(fetched.sha256()).isEqualTo(TestContent.sha256(content));
        assertThat(fetched.validator()).isEqualTo(source.find(Key.of("a.tar")).validator());
        assertThat(fetched.resumedAt()).isZero();
        assertThat(beside()).containsExactly("image.tar");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dir/sub/c.tar", "a b+c%20d", "ü/漢字.tar", "a#b?c=d&e", "~'()*!;,@$:="})
    void fetchesAnyKey(String key) throws Exception {
        put(key, CONTENT);
        source.fetch(Key.of(key), Fetch.to(target));
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
    }

    @Test
    void findsTheSizeAndDistinguishesContents() throws Exception {
        put("a", CONTENT);
        ObjectInfo first = source.find(Key.of("a"));
        assertThat(first.size()).isEqualTo(OptionalLong.of(SIZE));
        assertThat(first.validator()).isPresent();
        assertThat(source.find(Key.of("a"))).isEqualTo(first);

        put("a", TestContent.of(SIZE - 1, 3));
        assertThat(source.find(Key.of("a")).validator()).isNotEqualTo(first.validator());
    }

    @Test
    void reportsWhatIsMissing() throws Exception {
        Key key = Key.of("no/such.tar");
        FetchException found = FetchErrors.of(Kind.NOT_FOUND, () -> source.find(key));
        assertThat(found).hasMessageContaining(source.address()).hasMessageContaining("such.tar");
        FetchErrors.of(Kind.NOT_FOUND, () -> source.fetch(key, Fetch.to(target)));
        assertThat(beside()).isEmpty();
    }

    @Test
    void refusesMoreThanTheLimit() throws Exception {
        put("a", CONTENT);
        Fetch fetch = Fetch.to(target);
        FetchException error =
                FetchErrors.of(
                        Kind.TOO_LARGE, () -> source.fetch(new Key("a"), fetch.atMost(SIZE - 1)));
        assertThat(error).hasMessageContaining("999999").hasMessageContaining("1000000");
        assertThat(beside()).isEmpty();
        assertThat(source.fetch(new Key("a"), fetch.atMost(SIZE)).size()).isEqualTo(SIZE);
    }

    @Test
    void replacesTheTargetOnlyWithWhatWasExpected() throws Exception {
        put("a", CONTENT);
        Files.writeString(target, "before");
        Fetch fetch = Fetch.to(target);

        Sha256 other = TestContent.sha256(new byte[0]);
        FetchException error =
                FetchErrors.of(
                        Kind.MISMATCH, () -> source.fetch(new Key("a"), fetch.expecting(other)));

        assertThat(error)
                .hasMessageContaining(other.hex())
                .hasMessageContaining(TestContent.sha256(CONTENT).hex());
        assertThat(target).hasContent("before");
        assertThat(beside()).containsExactly("image.tar");
        source.fetch(new Key("a"), fetch.expecting(TestContent.sha256(CONTENT)));
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
    }

    @Test
    void reportsProgress() throws Exception {
        put("a", CONTENT);
        List<Long> reported = new ArrayList<>();
        List<OptionalLong> totals = new ArrayList<>();
        source.fetch(
                Key.of("a"),
                Fetch.to(target)
                        .reportingTo((bytes, total) -> {
                            reported.add(bytes);
                            totals.add(total);
                        }));
        assertThat(reported).isSorted().last().isEqualTo((long) SIZE);
        assertThat(totals).containsOnly(OptionalLong.of(SIZE));
    }

    @Test
    void resumesWhereItWasInterrupted() throws Exception {
        put("a", CONTENT);
        interruptInTheMiddle();
        assertThat(beside()).containsExactly("image.tar.part", "image.tar.part.json");
        long kept = Files.size(part());

        Fetched fetched = source.fetch(Key.of("a"), Fetch.to(target));

        assertThat(kept).isPositive().isLessThan(SIZE);
        assertThat(fetched.resumedAt()).isEqualTo(kept);
        assertThat(fetched.sha256()).isEqualTo(TestContent.sha256(CONTENT));
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
        assertThat(beside()).containsExactly("image.tar");
    }

    @Test
    void doesNotResumeWithAnotherContent() throws Exception {
        put("a", CONTENT);
        interruptInTheMiddle();
        byte[] other = TestContent.of(SIZE, 4);
        put("a", other);

        Fetched fetched = source.fetch(Key.of("a"), Fetch.to(target));

        assertThat(fetched.resumedAt()).isZero();
        assertThat(Files.readAllBytes(target)).isEqualTo(other);
    }

    @Test
    void doesNotResumeWithAnotherKey() throws Exception {
        put("a", CONTENT);
        put("b", CONTENT);
        interruptInTheMiddle();
        assertThat(source.fetch(Key.of("b"), Fetch.to(target)).resumedAt()).isZero();
    }

    @Test
    void doesNotTrustBytesThatAreNotNotedOrATruncatedNote() throws Exception {
        put("a", CONTENT);
        interruptInTheMiddle();
        long kept = Files.size(part());
        byte[] more = Arrays.copyOf(Files.readAllBytes(part()), (int) kept + 1000);
        Files.write(part(), more);
        assertThat(source.fetch(Key.of("a"), Fetch.to(target)).resumedAt()).isEqualTo(kept);
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);

        interruptInTheMiddle();
        String note = Files.readString(noteFile());
        Files.writeString(noteFile(), note.substring(0, note.length() / 2));
        assertThat(source.fetch(Key.of("a"), Fetch.to(target)).resumedAt()).isZero();
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
    }

    @Test
    void requestsTheLastByteOfACompletePartAgain() throws Exception {
        put("a", CONTENT);
        interruptInTheMiddle();
        String note = Files.readString(noteFile());
        Files.write(part(), CONTENT);
        Files.writeString(noteFile(), note.replaceFirst("\"synced\":\\d+", "\"synced\":" + SIZE));
        assertThat(source.fetch(Key.of("a"), Fetch.to(target)).resumedAt()).isEqualTo(SIZE - 1);
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
    }

    @Test
    void startsOverIfThePartIsDamaged() throws Exception {
        put("a", CONTENT);
        interruptInTheMiddle();
        byte[] kept = Files.readAllBytes(part());
        kept[100]++;
        Files.write(part(), kept);
        Fetch fetch = Fetch.to(target).expecting(TestContent.sha256(CONTENT));
        assertThat(source.fetch(new Key("a"), fetch).resumedAt()).isZero();
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
    }

    @Test
    void letsOneFetchAtATimeWriteATarget() throws Exception {
        put("a", CONTENT);
        List<FetchException> refused = new ArrayList<>();
        Fetch second = Fetch.to(target);
        Fetch first =
                second.reportingTo((_, _) ->
                        refused.add(
                                FetchErrors.of(
                                        Kind.TRANSIENT, () -> source.fetch(new Key("a"), second))));
        source.fetch(new Key("a"), first);
        assertThat(refused)
                .isNotEmpty()
                .allSatisfy(e -> assertThat(e).hasMessageContaining("no other fetch"));
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
        assertThat(beside()).containsExactly("image.tar");
    }

    @Test
    void refusesAMissingDirectory() throws Exception {
        put("a", CONTENT);
        Path nowhere = directory.resolve("nowhere/image.tar");
        FetchException error =
                FetchErrors.of(Kind.UNWRITABLE, () -> source.fetch(Key.of("a"), Fetch.to(nowhere)));
        assertThat(error).hasMessageContaining("nowhere");
    }

    @Test
    void passesTheGateBeforeEachAttempt() throws Exception {
        put("a", CONTENT);
        CountingGate gate = new CountingGate(1);
        Fetch fetch = Fetch.to(target).through(gate);
        source.fetch(Key.of("a"), fetch);
        assertThat(gate.passed()).isEqualTo(1);
        FetchErrors.of(Kind.THROTTLED, () -> source.fetch(Key.of("a"), fetch));
        assertThat(gate.successes()).isEqualTo(1);
        assertThat(beside()).containsExactly("image.tar");
    }

    @Test
    void leavesNothingWhenTheListenerFails() throws Exception {
        put("a", CONTENT);
        Fetch fetch =
                Fetch.to(target)
                        .reportingTo((_, _) -> {
                            throw new IllegalStateException("broken listener");
                        });
        assertThatThrownBy(() -> source.fetch(new Key("a"), fetch))
                .hasRootCauseMessage("broken listener");
        assertThat(beside()).isEmpty();
    }

    private void interruptInTheMiddle() {
        Thread caller = Thread.currentThread();
        Fetch fetch = Fetch.to(target).reportingTo((_, _) -> interruptAndWait(caller));
        assertThatThrownBy(() -> source.fetch(new Key("a"), fetch))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /// The interruption reaches this thread too, which is that of the transfer.
    private static void interruptAndWait(Thread caller) {
        caller.interrupt();
        while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }

    private Path part() {
        return target.resolveSibling("image.tar.part");
    }

    private Path noteFile() {
        return target.resolveSibling("image.tar.part.json");
    }

    private List<String> beside() throws IOException {
        try (var files = Files.list(target.getParent())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
