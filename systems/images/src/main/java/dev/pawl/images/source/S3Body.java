package dev.pawl.images.source;

import dev.pawl.images.source.SourceException.Kind;
import java.io.IOException;
import java.net.URI;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/// The content of an object of S3 on its way.
final class S3Body implements Body {
    private final Subject subject;
    private final URI endpoint;
    private final Announced announced;
    private final ResponseInputStream<GetObjectResponse> stream;

    private long left;

    S3Body(
            Subject subject,
            URI endpoint,
            Announced announced,
            ResponseInputStream<GetObjectResponse> stream) {
        this.subject = subject;
        this.endpoint = endpoint;
        this.announced = announced;
        this.stream = stream;
        left = announced.total().orElse(0) - announced.from();
    }

    @Override
    public Announced announced() {
        return announced;
    }

    @Override
    public int read(byte[] buffer) throws SourceException {
        try {
            int read = stream.read(buffer);
            left -= Math.max(0, read);
            return read;
        } catch (SdkException e) {
            SourceException error = S3Errors.of(subject, endpoint, e);
            // Of a body that was cut the checksum is wrong too.
            if (error.kind() == Kind.MISMATCH && left > 0) {
                throw Network.failed(subject, endpoint, e);
            }
            throw error;
        } catch (IOException e) {
            throw Network.failed(subject, endpoint, e);
        }
    }

    /// One answer has one content.
    @Override
    public void confirm() {}

    /// Closing would read the rest.
    @Override
    public void close() {
        stream.abort();
    }
}
