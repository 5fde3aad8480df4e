package dev.pawl.images.archive.tar;

import dev.pawl.fetch.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/// A stream that computes the SHA-256 of what it reads.
public final class DigestStream extends InputStream {
    private final InputStream in;
    private final MessageDigest digest = Sha256.digest();

    public DigestStream(InputStream in) {
        this.in = in;
    }

    /// Reads the stream to its end and returns the digest in hexadecimal digits.
    public String finish() throws IOException {
        byte[] rest = new byte[8192];
        while (read(rest, 0, rest.length) >= 0) {}
        return HexFormat.of().formatHex(digest.digest());
    }

    @Override
    public int read() throws IOException {
        int one = in.read();
        if (one >= 0) digest.update((byte) one);
        return one;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int read = in.read(bytes, from, length);
        if (read > 0) digest.update(bytes, from, read);
        return read;
    }
}
