package dev.pawl.pipeline.alert;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A mail server that follows a script, for answers that a correct server does not give.
///
/// Each entry is what the server sends before it reads the next line. [#SILENCE] sends nothing and
/// keeps the connection open; the end of the script closes it.
final class ScriptedServer implements AutoCloseable {
    static final String SILENCE = "";

    private final ServerSocket server;
    private final List<String> script;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread thread;

    ScriptedServer(String... script) throws IOException {
        this.server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        this.script = List.of(script);
        this.thread = Thread.ofVirtual().start(this::serve);
    }

    int port() {
        return server.getLocalPort();
    }

    /// Returns what clients have sent.
    List<String> lines() {
        return List.copyOf(lines);
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                play(client);
            } catch (IOException _) {
                // The client or the test has closed the connection.
            }
        }
    }

    private void play(Socket client) throws IOException {
        OutputStream out = client.getOutputStream();
        var in =
                new BufferedReader(
                        new InputStreamReader(
                                client.getInputStream(), StandardCharsets.ISO_8859_1));
        for (String answer : script) {
            out.write(answer.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            String line = in.readLine();
            if (line == null) return;
            lines.add(line);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        thread.interrupt();
    }
}
