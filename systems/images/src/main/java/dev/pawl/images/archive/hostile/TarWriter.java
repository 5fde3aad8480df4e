package dev.pawl.images.archive.hostile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Writes tars, valid and invalid ones.
final class TarWriter {
    static final int BLOCK = 512;

    private final OutputStream out;

    TarWriter(OutputStream out) {
        this.out = out;
    }

    /// Writes the directories that a root filesystem in `rootfs/` must have.
    TarWriter base() throws IOException {
        return directory("rootfs/")
                .directory("rootfs/etc/")
                .directory("rootfs/usr/")
                .directory("rootfs/var/");
    }

    TarWriter directory(String path) throws IOException {
        return entry(new TarHeader(path).type('5').mode(0755));
    }

    TarWriter file(String path, String content) throws IOException {
        return file(new TarHeader(path), content);
    }

    /// Writes a file whose header declares the size of its content.
    TarWriter file(TarHeader header, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        return file(header, bytes);
    }

    TarWriter file(TarHeader header, byte[] content) throws IOException {
        return entry(header.size(content.length)).data(content);
    }

    TarWriter symlink(String path, String target) throws IOException {
        return entry(new TarHeader(path).type('2').link(target).mode(0777));
    }

    TarWriter hardLink(String path, String target) throws IOException {
        return entry(new TarHeader(path).type('1').link(target));
    }

    /// Writes an extended header with the given keys and values in turn.
    TarWriter pax(String... records) throws IOException {
        return extension('x', paxRecords(records));
    }

    /// Writes GNU's header for a name that does not fit.
    TarWriter longName(String name) throws IOException {
        return extension('L', name + "\0");
    }

    TarWriter longLink(String name) throws IOException {
        return extension('K', name + "\0");
    }

    TarWriter extension(char type, String content) throws IOException {
        return file(new TarHeader("././@Extended").type(type), content);
    }

    TarWriter entry(TarHeader header) throws IOException {
        out.write(header.block());
        return this;
    }

    /// Writes data and pads its last block.
    TarWriter data(byte[] bytes) throws IOException {
        out.write(bytes);
        out.write(new byte[-bytes.length & (BLOCK - 1)]);
        return this;
    }

    TarWriter zeros(long bytes) throws IOException {
        byte[] zeros = new byte[1 << 16];
        for (long left = bytes; left > 0; left -= zeros.length) {
            out.write(zeros, 0, (int) Math.min(left, zeros.length));
        }
        return this;
    }

    void end() throws IOException {
        zeros(2L * BLOCK);
    }

    /// Returns POSIX records, each of which starts with its own length.
    static String paxRecords(String... records) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < records.length; i += 2) {
            String rest = " %s=%s\n".formatted(records[i], records[i + 1]);
            int length = rest.getBytes(StandardCharsets.UTF_8).length;
            int digits = 1;
            while (String.valueOf(length + digits).length() != digits) digits++;
            text.append(length + digits).append(rest);
        }
        return text.toString();
    }
}
