package dev.pawl.classes.cluster;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Why an API server did not do what it was asked to, by kind.
public abstract sealed class ClusterException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private ClusterException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /// The object, its namespace or its kind does not exist.
    public static final class NotFound extends ClusterException {
        private static final long serialVersionUID = 1;

        public NotFound(String message) {
            super(message, null);
        }
    }

    /// An object of that name exists already.
    public static final class AlreadyExists extends ClusterException {
        private static final long serialVersionUID = 1;

        public AlreadyExists(String message) {
            super(message, null);
        }
    }

    /// Other managers own fields that an apply would change.
    public static final class Conflict extends ClusterException {
        private static final long serialVersionUID = 1;

        private final transient List<OwnedField> fields;

        public Conflict(ObjectRef ref, String manager, List<OwnedField> fields) {
            super(
                    "expected %s to own what it applies to %s in %s; found %s"
                            .formatted(manager, ref, ref.namespace(), describe(fields)),
                    null);
            this.fields = List.copyOf(fields);
        }

        /// Returns the fields with their owners.
        public List<OwnedField> fields() {
            return fields;
        }

        /// Returns the names of the other managers, sorted, each once.
        public List<String> managers() {
            return fields.stream().map(OwnedField::manager).distinct().sorted().toList();
        }

        private static String describe(List<OwnedField> fields) {
            return fields.stream()
                    .sorted(Comparator.comparing(OwnedField::path))
                    .map(field -> "%s owned by %s".formatted(field.path(), field.manager()))
                    .collect(Collectors.joining(", "));
        }
    }

    /// A field, as in `.spec.replicas`, and the manager that owns it.
    public record OwnedField(String path, String manager) {}

    /// The object has another version or another uid than expected.
    public static final class Stale extends ClusterException {
        private static final long serialVersionUID = 1;

        public Stale(String message) {
            super(message, null);
        }
    }

    /// The object violates its schema, or a rule of the server.
    public static final class Invalid extends ClusterException {
        private static final long serialVersionUID = 1;

        private final transient List<Cause> causes;

        public Invalid(String message, List<Cause> causes) {
            super(message, null);
            this.causes = List.copyOf(causes);
        }

        /// Returns what is wrong, field by field; empty if the server names no field.
        public List<Cause> causes() {
            return causes;
        }
    }

    /// A field, as in `spec.replicas`, and what is wrong with it.
    public record Cause(String field, String message) {}

    /// The account may not do that, or is not known.
    public static final class Forbidden extends ClusterException {
        private static final long serialVersionUID = 1;

        public Forbidden(String message) {
            super(message, null);
        }
    }

    /// The version to watch from is older than what the server remembers: list again.
    public static final class Expired extends ClusterException {
        private static final long serialVersionUID = 1;

        public Expired(String message) {
            super(message, null);
        }
    }

    /// The server cannot be reached, is overloaded or failed. Whether a write has happened is not
    /// known.
    public static final class Unavailable extends ClusterException {
        private static final long serialVersionUID = 1;

        public Unavailable(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
