package dev.pawl.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;

/// The response of a [FeedServer].
final class FeedAnswer {
    private final int status;
    private final Map<String, String> headers;
    private final byte[] body;

    FeedAnswer(int status, Map<String, String> headers, byte[] body) {
        this.status = status;
        this.headers = Map.copyOf(headers);
        this.body = body;
    }

    static FeedAnswer empty(int status, Map<String, String> headers) {
        return new FeedAnswer(status, headers, new byte[0]);
    }

    static FeedAnswer json(String text) {
        Map<String, String> headers = Map.of("Content-Type", "application/json");
        return new FeedAnswer(200, headers, text.getBytes(UTF_8));
    }

    int status() {
        return status;
    }

    Map<String, String> headers() {
        return headers;
    }

    byte[] body() {
        return body;
    }
}
