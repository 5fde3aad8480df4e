package dev.pawl.benchmarks.images;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// Writes a root file system of any size as a tar, the same bytes for the same seed.
///
/// @param files how many files, 100 per directory
/// @param bytes how many bytes all files hold together
record SampleImage(int files, long bytes, long seed) {
    private static final int BLOCK = 512;
    private static final int PER_DIRECTORY = 100;
    private static final int CHUNK = 1 << 16;

    Path write(Path file) throws IOException {
        RandomGenerator random = new SplittableRandom(seed);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            for (String name : List.of("rootfs", "rootfs/etc", "rootfs/usr", "rootfs/var")) {
                out.write(header(name + "/", 0, '5'));
            }
            for (int i = 0; i < files; i++) {
                String directory = "rootfs/usr/d%05d".formatted(i / PER_DIRECTORY);
                if (i % PER_DIRECTORY == 0) out.write(header(directory + "/", 0, '5'));
                // Sizes differ, and add up.
                long share = bytes / files;
                long size = i % 2 == 0 ? share / 2 : share + share - share / 2;
                out.write(header("%s/f%06d".formatted(directory, i), size, '0'));
                content(out, random, size);
            }
            out.write(new byte[2 * BLOCK]);
        }
        return file;
    }

    private static void content(OutputStream out, RandomGenerator random, long size)
            throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (long left = size; left > 0; left -= CHUNK) {
            random.nextBytes(chunk);
            out.write(chunk, 0, (int) Math.min(left, CHUNK));
        }
        out.write(new byte[(int) (-size & (BLOCK - 1))]);
    }

    private static byte[] header(String name, long size, char type) {
        byte[] block = new byte[BLOCK];
        put(block, 0, name);
        put(block, 100, type == '5' ? "0000755" : "0000644");
        put(block, 108, "0000000");
        put(block, 116, "0000000");
        put(block, 124, "%011o".formatted(size));
        put(block, 136, "%011o".formatted(1_700_000_000L));
        put(block, 148, "        ");
        block[156] = (byte) type;
        put(block, 257, "ustar");
        put(block, 263, "00");
        int sum = 0;
        for (byte each : block) sum += each & 0xff;
        put(block, 148, "%06o".formatted(sum));
        block[154] = 0;
        return block;
    }

    private static void put(byte[] block, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }
}
