package dev.pawl.images.source;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;

/// The content of an object of a web server on its way.
record HttpBody(Subject subject, Announced announced, HttpResponse<InputStream> response)
        implements Body {

    @Override
    public int read(byte[] buffer) throws SourceException {
        try {
            return response.body().read(buffer);
        } catch (IOException e) {
            throw Network.failed(subject, response.uri(), e);
        }
    }

    /// One answer has one content.
    @Override
    public void confirm() {}

    @Override
    public void close() {
        HttpCalls.close(response);
    }
}
