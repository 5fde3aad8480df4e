package dev.pawl.images.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.images.source.SourceException.Kind;
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

/// What every source does.
abstract class SourceContract {
    private static final int SIZE = 1_000_000;
    private static final byte[] CONTENT = Content.of(SIZE, 1);

    @TempDir Path directory;

    private Source source;
    private Path target;

    /// Returns a source over a place that other tests may have used.
    abstract Source open() throws Exception;

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
        byte[] content = Content.of(size, 2);
        put("a.tar", content);

        Fetched fetched = source.fetch(Fetch.of(Key.of("a.tar"), target));

        assertThat(Files.readAllBytes(target)).isEqualTo(content);
        assertThat(fetched.file()).isEqualTo(target);
        assertThat(fetched.size()).isEqualTo(size);
        assertThat(fetched.sha256()).isEqualTo(Content.sha256(content));
        assertThat(fetched.validator()).isEqualTo(source.find(Key.of("a.tar")).validator());
        assertThat(fetched.resumedAt()).isZero();
        assertThat(beside()).containsExactly("image.tar");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dir/sub/c.tar", "a b+c%20d", "ü/漢字.tar", "a#b?c=d&e", "~'()*!;,@$:="})
    void fetchesWhateverTheKey(String key) throws Exception {
        put(key, CONTENT);
        source.fetch(Fetch.of(Key.of(key), target));
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
    }

    @Test
    void findsTheSizeAndTellsOneContentFromAnother() throws Exception {
        put("a", CONTENT);
        Found first = source.find(Key.of("a"));
        assertThat(first.size()).isEqualTo(OptionalLong.of(SIZE));
        assertThat(first.validator()).isPresent();
        assertThat(source.find(Key.of("a"))).isEqualTo(first);

        put("a", Content.of(SIZE - 1, 3));
        assertThat(source.find(Key.of("a")).validator()).isNotEqualTo(first.validator());
    }

    @Test
    void saysWhatIsMissing() throws Exception {
        Key key = Key.of("no/such.tar");
        SourceException found = Failures.of(Kind.NOT_FOUND, () -> source.find(key));
        assertThat(found).hasMessageContaining(source.address()).hasMessageContaining("such.tar");
        Failures.of(Kind.NOT_FOUND, () -> source.fetch(Fetch.of(key, target)));
        assertThat(beside()).isEmpty();
    }

    @Test
    void refusesMoreThanTheLimit() throws Exception {
        put("a", CONTENT);
        Fetch fetch = Fetch.of(Key.of("a"), target);
        SourceException error =
                Failures.of(Kind.TOO_LARGE, () -> source.fetch(fetch.atMost(SIZE - 1)));
        assertThat(error).hasMessageContaining("999999").hasMessageContaining("1000000");
        assertThat(beside()).isEmpty();
        assertThat(source.fetch(fetch.atMost(SIZE)).size()).isEqualTo(SIZE);
    }

    @Test
    void replacesTheTargetOnlyByWhatWasExpected() throws Exception {
        put("a", CONTENT);
        Files.writeString(target, "before");
        Fetch fetch = Fetch.of(Key.of("a"), target);

        Sha256 other = Content.sha256(new byte[0]);
        SourceException error =
                Failures.of(Kind.MISMATCH, () -> source.fetch(fetch.expecting(other)));

        assertThat(error)
                .hasMessageContaining(other.hex())
                .hasMessageContaining(Content.sha256(CONTENT).hex());
        assertThat(target).hasContent("before");
        assertThat(beside()).containsExactly("image.tar");
        source.fetch(fetch.expecting(Content.sha256(CONTENT)));
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
    }

    @Test
    void tellsHowFarItIs() throws Exception {
        put("a", CONTENT);
        List<Long> told = new ArrayList<>();
        List<OptionalLong> totals = new ArrayList<>();
        source.fetch(
                Fetch.of(Key.of("a"), target)
                        .telling((bytes, total) -> {
                            told.add(bytes);
                            totals.add(total);
                        }));
        assertThat(told).isSorted().last().isEqualTo((long) SIZE);
        assertThat(totals).containsOnly(OptionalLong.of(SIZE));
    }

    @Test
    void goesOnWhereItWasInterrupted() throws Exception {
        put("a", CONTENT);
        interruptInTheMiddle();
        assertThat(beside()).containsExactly("image.tar.part", "image.tar.part.json");
        long kept = Files.size(part());

        Fetched fetched = source.fetch(Fetch.of(Key.of("a"), target));

        assertThat(kept).isPositive().isLessThan(SIZE);
        assertThat(fetched.resumedAt()).isEqualTo(kept);
        assertThat(fetched.sha256()).isEqualTo(Content.sha256(CONTENT));
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
        assertThat(beside()).containsExactly("image.tar");
    }

    @Test
    void doesNotGoOnWithAnotherContent() throws Exception {
        put("a", CONTENT);
        interruptInTheMiddle();
        byte[] other = Content.of(SIZE, 4);
        put("a", other);

        Fetched fetched = source.fetch(Fetch.of(Key.of("a"), target));

        assertThat(fetched.resumedAt()).isZero();
        assertThat(Files.readAllBytes(target)).isEqualTo(other);
    }

    @Test
    void doesNotGoOnWithAnotherKey() throws Exception {
        put("a", CONTENT);
        put("b", CONTENT);
        interruptInTheMiddle();
        assertThat(source.fetch(Fetch.of(Key.of("b"), target)).resumedAt()).isZero();
    }

    @Test
    void doesNotTrustBytesThatAreNotNotedOrANoteThatWasCutOff() throws Exception {
        put("a", CONTENT);
        interruptInTheMiddle();
        long kept = Files.size(part());
        byte[] more = Arrays.copyOf(Files.readAllBytes(part()), (int) kept + 1000);
        Files.write(part(), more);
        assertThat(source.fetch(Fetch.of(Key.of("a"), target)).resumedAt()).isEqualTo(kept);
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);

        interruptInTheMiddle();
        String note = Files.readString(noteFile());
        Files.writeString(noteFile(), note.substring(0, note.length() / 2));
        assertThat(source.fetch(Fetch.of(Key.of("a"), target)).resumedAt()).isZero();
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
    }

    @Test
    void asksAgainForTheLastByteOfAPartThatIsWhole() throws Exception {
        put("a", CONTENT);
        interruptInTheMiddle();
        String note = Files.readString(noteFile());
        Files.write(part(), CONTENT);
        Files.writeString(noteFile(), note.replaceFirst("\"synced\":\\d+", "\"synced\":" + SIZE));
        assertThat(source.fetch(Fetch.of(Key.of("a"), target)).resumedAt()).isEqualTo(SIZE - 1);
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
    }

    @Test
    void startsOverIfWhatWasKeptIsDamaged() throws Exception {
        put("a", CONTENT);
        interruptInTheMiddle();
        byte[] kept = Files.readAllBytes(part());
        kept[100]++;
        Files.write(part(), kept);
        Fetch fetch = Fetch.of(Key.of("a"), target).expecting(Content.sha256(CONTENT));
        assertThat(source.fetch(fetch).resumedAt()).isZero();
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
    }

    @Test
    void letsOneFetchAtATimeWriteATarget() throws Exception {
        put("a", CONTENT);
        List<SourceException> refused = new ArrayList<>();
        Fetch second = Fetch.of(Key.of("a"), target);
        Fetch first =
                second.telling((_, _) ->
                        refused.add(Failures.of(Kind.TRANSIENT, () -> source.fetch(second))));
        source.fetch(first);
        assertThat(refused)
                .isNotEmpty()
                .allSatisfy(e -> assertThat(e).hasMessageContaining("no other fetch"));
        assertThat(Files.readAllBytes(target)).isEqualTo(CONTENT);
        assertThat(beside()).containsExactly("image.tar");
    }

    @Test
    void refusesADirectoryThatIsNotThere() throws Exception {
        put("a", CONTENT);
        Path nowhere = directory.resolve("nowhere/image.tar");
        SourceException error =
                Failures.of(Kind.REFUSED, () -> source.fetch(Fetch.of(Key.of("a"), nowhere)));
        assertThat(error).hasMessageContaining("nowhere");
    }

    @Test
    void leavesNothingWhenTheListenerFails() throws Exception {
        put("a", CONTENT);
        Fetch fetch =
                Fetch.of(Key.of("a"), target)
                        .telling((_, _) -> {
                            throw new IllegalStateException("no ears");
                        });
        assertThatThrownBy(() -> source.fetch(fetch)).hasRootCauseMessage("no ears");
        assertThat(beside()).isEmpty();
    }

    private void interruptInTheMiddle() {
        Thread caller = Thread.currentThread();
        Fetch fetch = Fetch.of(new Key("a"), target).telling((_, _) -> interruptAndWait(caller));
        assertThatThrownBy(() -> source.fetch(fetch)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    /// The interruption comes back to this thread, which is that of the transfer.
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
