package dev.pawl.images.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.images.archive.rule.ArchivePolicy;
import dev.pawl.images.archive.rule.ArchiveRejectedException;
import dev.pawl.images.archive.rule.ArchiveTerms;
import dev.pawl.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A tree that GNU tar packs in any of its formats is unpacked unchanged.
class RoundTripTest {
    private static final List<String> FORMATS = List.of("v7", "oldgnu", "gnu", "ustar", "pax");
    private static final int NODES = 60;

    @TempDir Path directory;

    /// I15: hard links, owners, times and attributes are restored.
    @Test
    void treesAreUnchangedByARoundTrip() throws Exception {
        GnuTar.expect();
        long seed = Seeds.or(System.nanoTime());
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (String format : FORMATS) {
            Path source = Files.createTempDirectory(directory, format);
            grow(source.resolve("rootfs"), random);
            Path file = directory.resolve(format + ".tar");
            List<String> arguments =
                    new ArrayList<>(
                            List.of("--format=" + format, "-C", "" + source, "-cf", "" + file));
            if (!format.equals("v7") && !format.equals("ustar")) arguments.add("--sparse");
            arguments.add("rootfs");
            GnuTar.run(arguments);
            Map<String, String> packed = describe(source.resolve("rootfs"));
            try (ArchiveRun trial = ArchiveRun.in(directory)) {
                trial.extract(file, ArchiveTerms.of(ArchivePolicy.STRICT));

                assertThat(describe(trial.rootfs()))
                        .as("format %s, seed %d", format, seed)
                        .isEqualTo(packed);
                assertThat(Manifest.verify(trial.root(), trial.manifest()))
                        .as("format %s, seed %d", format, seed)
                        .isEmpty();
            } catch (IOException | ArchiveRejectedException e) {
                throw new AssertionError("format %s, seed %d".formatted(format, seed), e);
            }
        }
    }

    private static void grow(Path rootfs, RandomGenerator random) throws IOException {
        List<Path> directories = new ArrayList<>(List.of(rootfs));
        List<Path> files = new ArrayList<>();
        for (String name : List.of("", "etc", "usr", "var")) {
            directories.add(Files.createDirectories(rootfs.resolve(name)));
        }
        for (int i = 0; i < NODES; i++) {
            Path parent = directories.get(random.nextInt(directories.size()));
            Path path = parent.resolve("n" + i + "ä".repeat(random.nextInt(3)));
            switch (random.nextInt(6)) {
                case 0 -> directories.add(Files.createDirectory(path));
                case 1 -> Files.createSymbolicLink(path, Path.of("t" + random.nextInt(NODES)));
                case 2 -> {
                    if (!files.isEmpty()) {
                        Files.createLink(path, files.get(random.nextInt(files.size())));
                    }
                }
                case 3 -> files.add(sparse(path, random));
                default -> {
                    byte[] bytes = new byte[random.nextInt(3) * random.nextInt(2000)];
                    random.nextBytes(bytes);
                    files.add(Files.write(path, bytes));
                }
            }
        }
        dress(files, random);
        dress(directories.subList(5, directories.size()), random);
    }

    private static Path sparse(Path path, RandomGenerator random) throws IOException {
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int i = 0; i < random.nextInt(12); i++) {
                long at = random.nextInt(64) * 16_384L;
                channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3, (byte) i}), at);
            }
        }
        return path;
    }

    private static void dress(List<Path> paths, RandomGenerator random) throws IOException {
        for (Path path : paths.reversed()) {
            Set<PosixFilePermission> mode = EnumSet.of(PosixFilePermission.OWNER_READ);
            if (Files.isDirectory(path)) mode.add(PosixFilePermission.OWNER_EXECUTE);
            for (PosixFilePermission bit : PosixFilePermission.values()) {
                if (random.nextBoolean()) mode.add(bit);
            }
            Files.setPosixFilePermissions(path, mode);
            Files.setLastModifiedTime(
                    path, FileTime.fromMillis(1000L * random.nextInt(2_000_000_000)));
        }
    }

    /// Returns the properties of every node, by path; names of one file have one number.
    private static Map<String, String> describe(Path root) throws IOException {
        Map<String, String> nodes = new TreeMap<>();
        Map<Object, Integer> numbers = new HashMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.sorted().toList()) {
                var found = Files.readAttributes(path, "unix:*", LinkOption.NOFOLLOW_LINKS);
                boolean isFile = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
                boolean isLink = Files.isSymbolicLink(path);
                String content =
                        isLink
                                ? Files.readSymbolicLink(path).toString()
                                : isFile ? "" + Arrays.hashCode(Files.readAllBytes(path)) : "";
                int number =
                        isFile
                                ? numbers.computeIfAbsent(found.get("fileKey"), _ -> numbers.size())
                                : -1;
                // Most formats have whole seconds.
                long time = ((FileTime) found.get("lastModifiedTime")).toMillis() / 1000;
                nodes.put(
                        root.relativize(path).toString(),
                        "%s %s %s %s %s"
                                .formatted(
                                        isFile ? found.get("size") : "",
                                        found.get("mode"),
                                        time,
                                        number,
                                        content));
            }
        }
        return nodes;
    }
}
