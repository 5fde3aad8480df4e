package dev.pawl.classes.cluster.server;

import dev.pawl.classes.cluster.ClusterException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a request to an API server is about, from its path and query.
///
/// @param apiVersion such as `v1` or `apps/v1`
/// @param namespace the namespace, or null for all
/// @param plural the name of the collection; empty if the request is about the group itself
/// @param name the name of the object; empty if the request is about the collection
/// @param part the part of the object, such as `status`, or empty
record KubernetesRequest(
        String apiVersion,
        @Nullable String namespace,
        String plural,
        String name,
        String part,
        Map<String, String> query) {
    KubernetesRequest {
        query = Map.copyOf(query);
    }

    static KubernetesRequest parse(URI uri) {
        Deque<String> parts =
                new ArrayDeque<>(Arrays.asList(uri.getPath().substring(1).split("/", -1)));
        String apiVersion =
                switch (next(parts)) {
                    case "api" -> next(parts);
                    case "apis" -> next(parts) + "/" + next(parts);
                    default -> "";
                };
        if (apiVersion.isEmpty() || apiVersion.endsWith("/")) {
            throw new ClusterException.NotFound(
                    "expected /api/VERSION or /apis/GROUP/VERSION, found " + uri.getPath());
        }
        String namespace = null;
        if ("namespaces".equals(parts.peek()) && parts.size() > 2) {
            parts.remove();
            namespace = parts.remove();
        }
        return new KubernetesRequest(
                apiVersion, namespace, next(parts), next(parts), next(parts), query(uri));
    }

    /// Returns a value of the query, or an empty text.
    String query(String name) {
        return query.getOrDefault(name, "");
    }

    private static String next(Deque<String> parts) {
        String part = parts.poll();
        return part == null ? "" : part;
    }

    private static Map<String, String> query(URI uri) {
        Map<String, String> values = new HashMap<>();
        if (uri.getRawQuery() == null) return values;
        for (String pair : uri.getRawQuery().split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                values.put(
                        pair.substring(0, equals),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return values;
    }
}
