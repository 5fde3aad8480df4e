package dev.pawl.classes.cluster.kubernetes;

import dev.pawl.classes.cluster.ClusterException;
import dev.pawl.classes.cluster.ClusterException.Cause;
import dev.pawl.classes.cluster.ClusterException.OwnedField;
import dev.pawl.classes.cluster.ObjectRef;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Reads a refusal of the API server: the code of the answer and the `Status` object in it.
final class ApiErrors {
    private static final Pattern MANAGER = Pattern.compile("conflict with \"([^\"]*)\"");

    /// An apply with a field that the schema lacks, or of another type, is an internal error to the
    /// server.
    private static final Pattern BAD_APPLY =
            Pattern.compile("failed to create typed patch object: (.*)", Pattern.DOTALL);

    private static final Pattern BAD_FIELD = Pattern.compile("^(?:errors:\\s*)?\\.(\\S+): (.*)");

    private ApiErrors() {}

    /// Returns what an answer means to a caller.
    ///
    /// @param request what was asked, as in "GET /api/v1"
    static ClusterException of(int code, JsonNode status, String request, ApiTarget target) {
        String message =
                "%s: %d %s".formatted(request, code, status.path("message").asString("no message"));
        return switch (code) {
            case 400 -> new ClusterException.Invalid(message, List.of());
            case 401, 403 -> new ClusterException.Forbidden(message);
            case 404 -> new ClusterException.NotFound(message);
            case 409 -> conflict(status, message, target);
            case 410 -> new ClusterException.Expired(message);
            case 413, 415 -> new ClusterException.Invalid(message, List.of());
            case 422 -> new ClusterException.Invalid(message, causes(status));
            default -> failure(status, message);
        };
    }

    private static ClusterException conflict(JsonNode status, String message, ApiTarget target) {
        if (status.path("reason").asString("").equals("AlreadyExists")) {
            return new ClusterException.AlreadyExists(message);
        }
        List<OwnedField> fields =
                status.path("details")
                        .path("causes")
                        .valueStream()
                        .filter(cause ->
                                cause.path("reason").asString("").equals("FieldManagerConflict"))
                        .map(ApiErrors::ownedField)
                        .toList();
        ObjectRef ref = target.ref();
        return fields.isEmpty() || ref == null
                ? new ClusterException.Stale(message)
                : new ClusterException.Conflict(ref, target.manager(), fields);
    }

    private static OwnedField ownedField(JsonNode cause) {
        Matcher manager = MANAGER.matcher(cause.path("message").asString(""));
        return new OwnedField(
                cause.path("field").asString(""), manager.find() ? manager.group(1) : "unknown");
    }

    private static List<Cause> causes(JsonNode status) {
        return status.path("details")
                .path("causes")
                .valueStream()
                .map(cause ->
                        new Cause(
                                cause.path("field").asString(""),
                                cause.path("message").asString("")))
                .toList();
    }

    private static ClusterException failure(JsonNode status, String message) {
        Matcher bad = BAD_APPLY.matcher(status.path("message").asString(""));
        if (!bad.find()) return new ClusterException.Unavailable(message, null);
        List<Cause> causes =
                bad.group(1)
                        .lines()
                        .map(String::strip)
                        .map(BAD_FIELD::matcher)
                        .filter(Matcher::find)
                        .map(field -> new Cause(field.group(1), field.group(2)))
                        .toList();
        return new ClusterException.Invalid(message, causes);
    }
}
