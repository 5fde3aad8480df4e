package dev.pawl.images.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.archive.hostile.HostileArchive;
import dev.pawl.images.archive.hostile.HostileArchives;
import dev.pawl.images.archive.rule.ArchiveLimits;
import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.testkit.Rounds;
import dev.pawl.testkit.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whatever happens to the bytes of an archive, it is refused or stays inside its root.
class FuzzTest {
    private static final int MUTANTS = 300;
    private static final int BLOCK = 512;
    private static final int BYTES_MAX = 32 << 10;

    @TempDir Path directory;

    @Test
    @Tag("volume")
    @Timeout(3_600)
    void damageIsRefusedOrHarmless() throws IOException {
        long seed = Seeds.or(System.nanoTime());
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        ArchiveLimits limits =
                new ArchiveLimits(1 << 20, 1 << 20, 1 << 22, 200, 4096, 255, 100, 200);
        List<byte[]> archives = archives();
        Path file = directory.resolve("mutant");
        Rounds mutants = Rounds.of("pawl.mutants", MUTANTS);
        while (mutants.next()) {
            long i = mutants.count();
            byte[] mutant = mutated(archives.get(random.nextInt(archives.size())), random);
            Files.write(file, mutant);
            ArchivePolicy policy =
                    random.nextBoolean() ? ArchivePolicy.STRICT : ArchivePolicy.STANDARD;
            ArchiveTerms terms = ArchiveTerms.of(policy).within(limits);
            try (ArchiveRun trial = ArchiveRun.in(directory)) {
                String surveyed = trial.surveyed(file, terms);
                String extracted = trial.extracted(file, terms);

                assertThat(extracted).as("mutant %d of seed %d", i, seed).isEqualTo(surveyed);
                assertThat(names(trial.root())).as("seed %d", seed).containsOnly("rootfs");
                assertThat(trial.work()).isEmptyDirectory();
                assertThat(names(directory)).hasSize(2);
            } catch (IOException | RuntimeException e) {
                throw new AssertionError("mutant %d of seed %d".formatted(i, seed), e);
            }
        }
        IO.println("FuzzTest of archives: " + mutants);
    }

    private List<byte[]> archives() throws IOException {
        List<byte[]> archives = new ArrayList<>();
        for (HostileArchive archive : HostileArchives.all()) {
            Path file = directory.resolve("original");
            archive.write(file);
            if (Files.size(file) <= BYTES_MAX) archives.add(Files.readAllBytes(file));
            Files.delete(file);
        }
        assertThat(archives).hasSizeGreaterThan(40);
        return archives;
    }

    private static byte[] mutated(byte[] original, RandomGenerator random) {
        byte[] bytes = original.clone();
        int changes = random.nextInt(1, 5);
        for (int i = 0; i < changes && bytes.length > 0; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt();
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                case 3 -> {
                    int from = random.nextInt(bytes.length) / BLOCK * BLOCK;
                    int to = at / BLOCK * BLOCK;
                    int length = Math.min(BLOCK, bytes.length - Math.max(from, to));
                    System.arraycopy(bytes, from, bytes, to, length);
                }
                default -> {
                    byte[] word = random.nextBoolean() ? utf8("../") : utf8("/x\0");
                    int length = Math.min(word.length, bytes.length - at);
                    System.arraycopy(word, 0, bytes, at, length);
                }
            }
        }
        // With correct checksums the damage passes the first check.
        if (random.nextInt(4) > 0) sumUp(bytes);
        return bytes;
    }

    private static void sumUp(byte[] bytes) {
        for (int at = 0; at + BLOCK <= bytes.length; at += BLOCK) {
            if (bytes[at + 257] != 'u') continue;
            Arrays.fill(bytes, at + 148, at + 156, (byte) ' ');
            int sum = 0;
            for (int i = 0; i < BLOCK; i++) sum += bytes[at + i] & 0xff;
            System.arraycopy(utf8("%06o\0 ".formatted(sum)), 0, bytes, at + 148, 8);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> names(Path path) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
