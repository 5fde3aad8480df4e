package dev.pawl.diamonds.supplier;

import java.net.http.HttpHeaders;
import java.util.Optional;

/// An HTTP response with its whole body.
@SuppressWarnings("ArrayRecordComponent") // Never compared; nothing changes the bytes.
record HttpReply(int status, HttpHeaders headers, byte[] body) {

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    Optional<String> header(String name) {
        return headers.firstValue(name);
    }
}
