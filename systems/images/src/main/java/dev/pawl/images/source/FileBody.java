package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Optional;

/// The content of a file on its way.
record FileBody(FileSource source, Found found, Announced announced, FileChannel file)
        implements Body {

    @Override
    public int read(byte[] buffer) throws SourceException {
        try {
            return file.read(ByteBuffer.wrap(buffer));
        } catch (IOException e) {
            throw source.subject(found.key())
                    .error(
                            Kind.TRANSIENT,
                            "expected to read the file, found %s; check its disk".formatted(e),
                            e);
        }
    }

    /// A file may be written while it is read.
    @Override
    public void confirm() throws SourceException {
        Optional<Validator> now = source.look(found.key()).validator();
        if (!now.equals(found.validator())) {
            throw source.subject(found.key())
                    .error(
                            Kind.CHANGED,
                            "expected the file %s after reading it, found %s; try again when nobody"
                                            .formatted(found.validator(), now)
                                    + " writes it");
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new IllegalStateException("a file that was read does not close", e);
        }
    }
}
