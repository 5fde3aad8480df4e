package dev.pawl.fetch.http;

import dev.pawl.fetch.FetchException;
import dev.pawl.fetch.transfer.ContentBody;
import dev.pawl.fetch.transfer.FetchSubject;
import dev.pawl.fetch.transfer.NetworkErrors;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;

/// The body of an HTTP response.
record HttpBody(FetchSubject subject, Announced announced, HttpResponse<InputStream> response)
        implements ContentBody {

    @Override
    public int read(byte[] buffer) throws FetchException {
        try {
            return response.body().read(buffer);
        } catch (IOException e) {
            throw NetworkErrors.failed(subject, response.uri(), e);
        }
    }

    @Override
    public void close() {
        HttpCalls.close(response);
    }
}
