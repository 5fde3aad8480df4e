package dev.pawl.diamonds;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.diamonds.simulator.SimulatorOptions;
import dev.pawl.diamonds.simulator.SupplierSimulator;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// Several simulators behind one address: the stock of a supplier at one moment after the other.
final class StagedSupplier implements AutoCloseable {
    private final List<SupplierSimulator> simulators = new ArrayList<>();
    private final HttpServer server;
    private volatile int stage;

    StagedSupplier(SimulatorOptions... stages) throws IOException {
        for (SimulatorOptions each : stages) simulators.add(SupplierSimulator.start(each));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(SupplierSimulator.API, this::forward);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:%d%s"
                .formatted(server.getAddress().getPort(), SupplierSimulator.API);
    }

    /// Shows the stock of another moment from now on.
    void show(int number) {
        stage = number;
    }

    private void forward(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        URI target = URI.create(simulators.get(stage).url());
        HttpURLConnection connection = (HttpURLConnection) target.toURL().openConnection();
        connection.setRequestMethod("POST");
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
        byte[] answer;
        try (InputStream in =
                connection.getResponseCode() < 400
                        ? connection.getInputStream()
                        : connection.getErrorStream()) {
            answer = in.readAllBytes();
        }
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(connection.getResponseCode(), answer.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(answer);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        simulators.forEach(SupplierSimulator::close);
    }
}
