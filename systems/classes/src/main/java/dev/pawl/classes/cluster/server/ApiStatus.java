package dev.pawl.classes.cluster.server;

import dev.pawl.classes.cluster.ClusterException;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A refusal as Kubernetes writes it: a code and a `Status` object.
record ApiStatus(int code, String reason, String message, List<StatusCause> causes) {
    ApiStatus {
        causes = List.copyOf(causes);
    }

    static ApiStatus of(ClusterException refusal) {
        String message = String.valueOf(refusal.getMessage());
        return switch (refusal) {
            case ClusterException.NotFound _ -> plain(404, "NotFound", message);
            case ClusterException.AlreadyExists _ -> plain(409, "AlreadyExists", message);
            case ClusterException.Stale _ -> plain(409, "Conflict", message);
            case ClusterException.Forbidden _ -> plain(403, "Forbidden", message);
            case ClusterException.Expired _ -> plain(410, "Expired", message);
            case ClusterException.Unavailable _ -> plain(503, "ServiceUnavailable", message);
            case ClusterException.Conflict conflict ->
                    new ApiStatus(
                            409,
                            "Conflict",
                            message,
                            conflict.fields().stream()
                                    .map(each ->
                                            new StatusCause(
                                                    "FieldManagerConflict",
                                                    each.path(),
                                                    "conflict with \"%s\""
                                                            .formatted(each.manager())))
                                    .toList());
            case ClusterException.Invalid invalid ->
                    new ApiStatus(
                            422,
                            "Invalid",
                            message,
                            invalid.causes().stream()
                                    .map(each ->
                                            new StatusCause(
                                                    "FieldValueInvalid",
                                                    each.field(),
                                                    each.message()))
                                    .toList());
        };
    }

    static ApiStatus plain(int code, String reason, String message) {
        return new ApiStatus(code, reason, message, List.of());
    }

    ObjectNode tree() {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        tree.put("apiVersion", "v1").put("kind", "Status").put("status", "Failure");
        tree.put("message", message).put("reason", reason).put("code", code);
        ArrayNode list = tree.putObject("details").putArray("causes");
        for (StatusCause each : causes) {
            list.addObject()
                    .put("reason", each.reason())
                    .put("field", each.field())
                    .put("message", each.message());
        }
        return tree;
    }

    /// One field that a refusal is about.
    record StatusCause(String reason, String field, String message) {}
}
