package dev.pawl.classes.measurement;

import dev.pawl.classes.analysis.FunctionMetrics;
import dev.pawl.classes.analysis.MetricSeries;
import dev.pawl.classes.analysis.MetricSeries.MetricSample;
import dev.pawl.classes.observation.Observed;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Measurements of a Prometheus server, by its HTTP API.
public final class PrometheusSource implements MetricSource, AutoCloseable {
    /// The longest time that a query may take.
    private static final Duration QUERY_MAX = Duration.ofSeconds(5);

    private static final double MILLIS = 1_000;

    private final HttpClient http =
            HttpClient.newBuilder()
                    .connectTimeout(QUERY_MAX)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
    private final ObjectMapper json = new ObjectMapper();
    private final String root;
    private final PrometheusQueries queries;

    /// Creates a source.
    ///
    /// @param url the server, such as `http://prometheus:9090`
    public PrometheusSource(URI url, PrometheusQueries queries) {
        String text = url.toString();
        this.root = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        this.queries = queries;
    }

    @Override
    public FunctionMetrics measure(MetricQuery query) {
        PrometheusQueries.Traffic traffic = queries.traffic(query.workload().kind());
        return new FunctionMetrics(
                range(traffic.requests(), query),
                range(traffic.latency(), query),
                range(queries.cpu(), query),
                range(queries.memory(), query));
    }

    @Override
    public Observed.Signals signals(MetricQuery grid) {
        PrometheusQueries.Gate gates = queries.gates();
        Double partitions = latest(gates.partitions(), grid);
        Double leader = latest(gates.leader(), grid);
        return new Observed.Signals(
                latest(gates.load(), grid),
                partitions == null ? null : partitions >= 1,
                leader == null ? null : leader >= 1);
    }

    private @Nullable Double latest(String promql, MetricQuery query) {
        List<MetricSample> samples = range(promql, query).samples();
        MetricSample newest = null;
        for (MetricSample each : samples) {
            if (newest == null || each.at().isAfter(newest.at())) newest = each;
        }
        boolean isStale =
                newest == null
                        || newest.at().plus(query.step().multipliedBy(2)).isBefore(query.to());
        return newest == null || isStale ? null : newest.value();
    }

    /// Returns the samples of the only series that a query has; without one, none.
    private MetricSeries range(String promql, MetricQuery query) {
        if (promql.isEmpty()) return MetricSeries.NONE;
        String filled =
                promql.replace("$namespace", query.namespace())
                        .replace("$workload", query.workload().name());
        JsonNode answer =
                get(
                        "%s/api/v1/query_range?query=%s&start=%s&end=%s&step=%s"
                                .formatted(
                                        root,
                                        URLEncoder.encode(filled, StandardCharsets.UTF_8),
                                        query.from(),
                                        query.to(),
                                        query.step().toMillis() / MILLIS));
        JsonNode result = answer.path("data").path("result");
        if (result.size() > 1) {
            throw new MetricException(
                    "expected one series, found %d: %s".formatted(result.size(), filled), null);
        }
        List<MetricSample> samples = new ArrayList<>();
        for (JsonNode each : result.path(0).path("values")) {
            samples.add(
                    new MetricSample(
                            Instant.ofEpochMilli(Math.round(each.path(0).asDouble() * MILLIS)),
                            number(each.path(1).asString(""))));
        }
        return new MetricSeries(samples);
    }

    private JsonNode get(String url) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(url)).timeout(QUERY_MAX).GET().build();
        try {
            HttpResponse<byte[]> response =
                    http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            JsonNode body = json.readTree(response.body());
            if (body.path("status").asString("").equals("success")) return body;
            throw new MetricException(
                    "expected an answer from %s, found %d: %s"
                            .formatted(
                                    root, response.statusCode(), body.path("error").asString("")),
                    null);
        } catch (IOException | JacksonException e) {
            throw new MetricException("expected an answer from %s, found %s".formatted(root, e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MetricException("interrupted while asking " + root, e);
        }
    }

    /// Prometheus writes numbers as text, also `NaN` and `+Inf`, which a series drops.
    private static double number(String text) {
        try {
            return Double.parseDouble(text.replace("Inf", "Infinity"));
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
