package dev.pawl.feeds.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.pawl.feeds.Reading;
import dev.pawl.feeds.format.asvs.AsvsFormats;
import dev.pawl.feeds.format.attack.AttackFormats;
import dev.pawl.feeds.format.cce.CceFormats;
import dev.pawl.feeds.format.ssg.SsgFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Rules for every sample document.
final class DemoSetTest {
    private static final int BYTES_MAX = 15 * 1024;
    private static final int BROKEN_COPIES = 40;
    private static final List<Format<?>> FORMATS =
            Stream.of(AttackFormats.all(), AsvsFormats.all(), CceFormats.all(), SsgFormats.all())
                    .flatMap(List::stream)
                    .toList();

    @TempDir Path directory;

    @ParameterizedTest
    @MethodSource("samples")
    void eachIsSmallAndRecognisedByOneFormat(Path sample) throws IOException {
        assertThat(Files.size(sample)).isLessThan(BYTES_MAX);
        assertThat(Reading.recognisedBy(FORMATS, sample)).hasSize(1);
    }

    /// Any damage to a document results in [BadDocument].
    @ParameterizedTest
    @MethodSource("samples")
    void eachMayBeDamagedAnywhere(Path sample) throws IOException {
        long seed = RandomGenerator.getDefault().nextLong();
        RandomGenerator random = RandomGeneratorFactory.getDefault().create(seed);
        byte[] whole = Files.readAllBytes(sample);
        for (int i = 0; i < BROKEN_COPIES; i++) {
            Path copy = Files.write(directory.resolve("broken-" + i), broken(whole, random));
            assertThatCode(() -> read(copy))
                    .as("copy %d of %s, seed %d", i, sample.getFileName(), seed)
                    .doesNotThrowAnyException();
        }
    }

    private static byte[] broken(byte[] whole, RandomGenerator random) {
        if (random.nextBoolean()) return Arrays.copyOf(whole, random.nextInt(whole.length));
        byte[] copy = whole.clone();
        int changes = random.nextInt(1, 5);
        for (int i = 0; i < changes; i++) {
            copy[random.nextInt(copy.length)] = (byte) random.nextInt();
        }
        return copy;
    }

    private static void read(Path file) throws IOException {
        try {
            if (Reading.recognisedBy(FORMATS, file).isEmpty()) return;
            assertThat(Reading.of(FORMATS, file).edition().catalogue()).isNotEmpty();
        } catch (BadDocument e) {
            assertThat(e).hasMessageContaining(file.getFileName().toString());
        }
    }

    static List<Path> samples() throws IOException {
        try (Stream<Path> all = Files.walk(Reading.sample("asvs").getParent())) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> SOURCES.contains(source(file)))
                    .sorted()
                    .toList();
        }
    }

    private static final List<String> SOURCES = List.of("asvs", "attack", "cce", "ssg");

    private static String source(Path file) {
        return file.getParent().getFileName().toString();
    }
}
