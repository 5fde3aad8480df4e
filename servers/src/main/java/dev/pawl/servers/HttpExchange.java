package dev.pawl.servers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

/// One request of a client, answered under a fault.
final class HttpExchange {
    private static final String GARBAGE = "HTTP/1.1 200 OK\r\n\u0001\u0002 no name and no colon";
    private static final int BUFFER_BYTES = 16 << 10;

    private final Socket client;
    private final int target;
    private final HttpHead request;

    private HttpExchange(Socket client, int target, HttpHead request) {
        this.client = client;
        this.target = target;
        this.request = request;
    }

    /// Reads the head of a request.
    static HttpExchange read(Socket client, int target) throws IOException {
        return new HttpExchange(client, target, HttpHead.read(client.getInputStream()));
    }

    HttpHead request() {
        return request;
    }

    void answer(HttpFault fault) throws IOException {
        switch (fault) {
            case HttpFault.OfServer own -> answerAlone(own);
            case HttpFault.OfRequest before -> forward(changed(before), fault);
            case HttpFault.None(), HttpFault.OfHead _, HttpFault.OfBody _ ->
                    forward(request, fault);
        }
    }

    private void answerAlone(HttpFault.OfServer fault) throws IOException {
        switch (fault) {
            case HttpFault.Answer own -> answer(own);
            case HttpFault.Silence() -> awaitLeave();
            case HttpFault.Garbage() -> send(GARBAGE.getBytes(ISO_8859_1));
        }
    }

    private void answer(HttpFault.Answer own) throws IOException {
        HttpHead head = new HttpHead("HTTP/1.1", List.of()).withStatus(own.status());
        for (var header : own.headers().entrySet()) {
            head = head.with(header.getKey(), header.getValue());
        }
        if (head.value("Transfer-Encoding").isEmpty()) {
            head = head.with("Content-Length", String.valueOf(own.body().length()));
        }
        send(head.with("Connection", "close").bytes());
        if (!request.method().equals("HEAD")) send(own.body().getBytes(ISO_8859_1));
    }

    private HttpHead changed(HttpFault.OfRequest fault) {
        return switch (fault) {
            case HttpFault.IgnoreRange() -> request.without("Range");
            case HttpFault.Meanwhile(Runnable change) -> {
                change.run();
                yield request;
            }
        };
    }

    private void forward(HttpHead asked, HttpFault fault) throws IOException {
        try (Socket server = new Socket()) {
            server.connect(new InetSocketAddress(Ports.loopback(), target));
            OutputStream out = server.getOutputStream();
            out.write(asked.with("Connection", "close").bytes());
            long length = asked.value("Content-Length").map(Long::parseLong).orElse(0L);
            out.write(client.getInputStream().readNBytes(Math.toIntExact(length)));
            InputStream in = server.getInputStream();
            HttpHead head = HttpHead.read(in).with("Connection", "close");
            send((fault instanceof HttpFault.OfHead of ? changed(head, of) : head).bytes());
            if (fault instanceof HttpFault.OfBody of) {
                sendBody(in, of);
            } else {
                send(in, Long.MAX_VALUE);
            }
        }
    }

    private static HttpHead changed(HttpHead head, HttpFault.OfHead fault) {
        return switch (fault) {
            case HttpFault.Status(int status) -> head.withStatus(status);
            case HttpFault.Without(String header) -> head.without(header);
            case HttpFault.With(String header, String value) -> head.with(header, value);
            case HttpFault.WrongLength(long difference) -> {
                long length = head.value("Content-Length").map(Long::parseLong).orElse(0L);
                yield head.with("Content-Length", String.valueOf(length + difference));
            }
        };
    }

    private void sendBody(InputStream body, HttpFault.OfBody fault) throws IOException {
        switch (fault) {
            case HttpFault.Cut(long after) -> {
                send(body, after);
                client.setSoLinger(true, 0);
            }
            case HttpFault.Truncate(long after) -> send(body, after);
            case HttpFault.Stall(long after) -> {
                send(body, after);
                awaitLeave();
            }
            case HttpFault.Slow(Duration pause) -> sendSlowly(body, pause);
        }
    }

    private void send(InputStream body, long bytesMax) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long left = bytesMax;
        while (left > 0) {
            int read = body.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) return;
            client.getOutputStream().write(buffer, 0, read);
            left -= read;
        }
    }

    private void sendSlowly(InputStream body, Duration pause) throws IOException {
        try {
            for (int next = body.read(); next >= 0; next = body.read()) {
                Thread.sleep(pause);
                client.getOutputStream().write(next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// A client that disconnects sends no more.
    private void awaitLeave() throws IOException {
        client.getInputStream().transferTo(OutputStream.nullOutputStream());
    }

    private void send(byte[] bytes) throws IOException {
        client.getOutputStream().write(bytes);
    }
}
