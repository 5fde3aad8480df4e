package dev.pawl.classes.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.classes.observation.ManagedKind;
import dev.pawl.classes.observation.Observed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Measurements by the HTTP API of Prometheus, from a small server that speaks it.
final class PrometheusSourceTest extends MetricSourceContract {
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile int code = 200;
    private HttpServer server;
    private PrometheusSource source;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/prom/api/v1/query_range", this::answer);
        server.start();
        URI url = URI.create("http://127.0.0.1:%d/prom/".formatted(server.getAddress().getPort()));
        source = new PrometheusSource(url, PrometheusQueries.DEFAULT);
    }

    @AfterEach
    void stop() {
        source.close();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String query =
                URLDecoder.decode(exchange.getRequestURI().getRawQuery(), StandardCharsets.UTF_8);
        asked.add(query);
        String values =
                answers.entrySet().stream()
                        .filter(each -> query.contains(each.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse("");
        String body =
                code == 200
                        ? "{\"status\":\"success\",\"data\":{\"result\":[%s]}}".formatted(values)
                        : "{\"status\":\"error\",\"error\":\"out of memory\"}";
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String series(String... values) {
        StringBuilder text = new StringBuilder();
        long at = NOW.getEpochSecond();
        for (int i = 0; i < values.length; i++) {
            if (i > 0) text.append(',');
            text.append("[%d,\"%s\"]".formatted(at - 30L * (values.length - 1 - i), values[i]));
        }
        return "{\"metric\":{},\"values\":[%s]}".formatted(text);
    }

    @Override
    MetricSource source() {
        return source;
    }

    @Override
    void measured() {
        String pods = "{namespace=\"default\",pod=~\"busy-";
        answers.put("container_cpu_usage_seconds_total" + pods, series("0.5", "0.5"));
        answers.put("container_memory_working_set_bytes" + pods, series("67108864"));
    }

    @Override
    void fail() {
        code = 503;
    }

    /// K19: requests are measured for Deployments and for Knative, each under its own names.
    @Test
    void asksForRequestsByTheKindOfWorkload() {
        answers.put("http_requests_total{", series("12.5"));
        answers.put("revision_request_count{", series("7"));
        assertThat(source.measure(query("busy", ManagedKind.DEPLOYMENT, NOW)).requests().samples())
                .singleElement()
                .satisfies(each -> assertThat(each.value()).isEqualTo(12.5));
        assertThat(
                        source.measure(query("busy", ManagedKind.KNATIVE_SERVICE, NOW))
                                .requests()
                                .samples())
                .singleElement()
                .satisfies(each -> assertThat(each.value()).isEqualTo(7));
        assertThat(asked).isNotEmpty().allMatch(each -> each.contains("step=30.0"));
    }

    @Test
    void dropsWhatIsNoNumber() {
        answers.put("http_request_duration", series("NaN", "+Inf", "80"));
        assertThat(source.measure(query("busy", ManagedKind.DEPLOYMENT, NOW)).latency().samples())
                .singleElement()
                .satisfies(each -> assertThat(each.value()).isEqualTo(80));
    }

    @Test
    void signalsAreTheLatestSamplesOrUnknown() {
        assertThat(source.signals(query("grid", ManagedKind.ODGM_DEPLOYMENT, NOW)))
                .isEqualTo(Observed.Signals.UNKNOWN);
        answers.put("node_cpu_seconds_total", series("0.2", "0.7"));
        answers.put("odgm_partition_healthy{", series("1", "0"));
        answers.put("odgm_leader_stable{", series("1"));
        assertThat(source.signals(query("grid", ManagedKind.ODGM_DEPLOYMENT, NOW)))
                .isEqualTo(new Observed.Signals(0.7, false, true));
        assertThat(source.signals(query("grid", ManagedKind.ODGM_DEPLOYMENT, NOW.plusSeconds(120))))
                .as("a sample of two minutes ago says nothing about now")
                .isEqualTo(Observed.Signals.UNKNOWN);
    }

    @Test
    void namesTheErrorAndRefusesSeveralSeries() {
        code = 422;
        assertThatThrownBy(() -> source.measure(query("busy", ManagedKind.DEPLOYMENT, NOW)))
                .isInstanceOf(MetricException.class)
                .hasMessageContaining("found 422: out of memory");
        code = 200;
        answers.put("http_requests_total", series("1") + "," + series("2"));
        assertThatThrownBy(() -> source.measure(query("busy", ManagedKind.DEPLOYMENT, NOW)))
                .hasMessageContaining("expected one series, found 2");
    }
}
