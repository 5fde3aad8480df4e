package dev.pawl.servers;

import com.sun.net.httpserver.HttpExchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Vulnerabilities behind NVD's API 2.0: pages, modification windows and rate limits.
final class NvdRecords {
    private static final Duration WINDOW_MAX = Duration.ofDays(120);
    private static final int PAGE_MAX = 2_000;

    /// Guarded by this.
    private final Map<String, Entry> records = new LinkedHashMap<>();

    private final Deque<Instant> lately = new ArrayDeque<>();
    private int page = PAGE_MAX;
    private Limit limit = new Limit(Integer.MAX_VALUE, Duration.ofSeconds(30), 403, "");

    /// A record that is put again keeps its place.
    synchronized void put(String id, String lastModified, String json) {
        records.put(id, new Entry(Instant.parse(lastModified), json));
    }

    synchronized void remove(String id) {
        records.remove(id);
    }

    synchronized void pages(int size) {
        page = size;
    }

    synchronized void limit(Limit other) {
        limit = other;
    }

    synchronized FeedAnswer answer(HttpExchange exchange) {
        Instant now = Instant.now();
        while (!lately.isEmpty() && !lately.getFirst().isAfter(now.minus(limit.window()))) {
            lately.removeFirst();
        }
        if (lately.size() >= limit.requests()) return limit.refusal();
        lately.add(now);
        try {
            return answer(parameters(exchange.getRequestURI().getRawQuery()));
        } catch (IllegalArgumentException | DateTimeException e) {
            // The API reports the error in a header, with the status 404.
            return FeedAnswer.empty(404, Map.of("message", String.valueOf(e.getMessage())));
        }
    }

    private FeedAnswer answer(Map<String, String> asked) {
        int size = Integer.parseInt(asked.getOrDefault("resultsPerPage", "" + PAGE_MAX));
        if (size > PAGE_MAX) throw new IllegalArgumentException("Invalid resultsPerPage.");
        int from = Integer.parseInt(asked.getOrDefault("startIndex", "0"));
        Optional<Window> window = window(asked);
        List<String> all =
                records.values().stream()
                        .filter(each -> window.isEmpty() || window.get().has(each.modified()))
                        .map(Entry::json)
                        .toList();
        List<String> some = all.stream().skip(from).limit(Math.min(size, page)).toList();
        return FeedAnswer.json(
                """
                {"resultsPerPage": %d, "startIndex": %d, "totalResults": %d, "format": "NVD_CVE",
                 "version": "2.0", "timestamp": "%s", "vulnerabilities": [%s]}
                """
                        .formatted(
                                some.size(),
                                from,
                                all.size(),
                                Instant.now().toString().replace("Z", ""),
                                String.join(",\n", some)));
    }

    private static Optional<Window> window(Map<String, String> asked) {
        String from = asked.get("lastModStartDate");
        String to = asked.get("lastModEndDate");
        if (from == null && to == null) return Optional.empty();
        if (from == null || to == null) {
            throw new IllegalArgumentException("Both lastMod dates are required.");
        }
        Window window =
                new Window(
                        OffsetDateTime.parse(from).toInstant(),
                        OffsetDateTime.parse(to).toInstant());
        if (Duration.between(window.from(), window.to()).compareTo(WINDOW_MAX) > 0) {
            throw new IllegalArgumentException("The date range cannot exceed 120 days.");
        }
        return Optional.of(window);
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String each : String.valueOf(query).split("&", -1)) {
            int sign = each.indexOf('=');
            if (sign > 0) parameters.put(each.substring(0, sign), decoded(each, sign + 1));
        }
        return parameters;
    }

    private static String decoded(String text, int from) {
        return URLDecoder.decode(text.substring(from), StandardCharsets.UTF_8);
    }

    private record Entry(Instant modified, String json) {}

    private record Window(Instant from, Instant to) {
        boolean has(Instant time) {
            return !time.isBefore(from) && !time.isAfter(to);
        }
    }

    /// A limit of requests, and the response beyond it.
    record Limit(int requests, Duration window, int status, String retryAfter) {
        FeedAnswer refusal() {
            return FeedAnswer.empty(
                    status, retryAfter.isEmpty() ? Map.of() : Map.of("Retry-After", retryAfter));
        }
    }
}
