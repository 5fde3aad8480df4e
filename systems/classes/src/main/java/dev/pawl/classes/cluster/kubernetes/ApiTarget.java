package dev.pawl.classes.cluster.kubernetes;

import dev.pawl.classes.cluster.ObjectRef;
import dev.pawl.classes.cluster.ResourceKind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// What a request is about, as a path of the API server.
///
/// @param ref the object, or null if it is not about one
/// @param manager the field manager that writes
record ApiTarget(String path, @Nullable ObjectRef ref, String manager) {

    /// Returns the collection of a kind, in a namespace or in all.
    static ApiTarget collection(ResourceKind kind, @Nullable String namespace) {
        String root = root(kind.apiVersion());
        String scope = namespace == null ? "" : "/namespaces/" + encoded(namespace);
        return new ApiTarget(root + scope + "/" + kind.plural(), null, "");
    }

    /// Returns an object.
    static ApiTarget object(ObjectRef ref, String manager) {
        if (ref.name().isEmpty() || ref.namespace().isEmpty()) {
            throw new IllegalArgumentException(
                    "expected a %s with a name and a namespace, found '%s' in '%s'"
                            .formatted(ref.kind(), ref.name(), ref.namespace()));
        }
        String collection = collection(ref.kind(), ref.namespace()).path();
        return new ApiTarget(collection + "/" + encoded(ref.name()), ref, manager);
    }

    /// Returns where the kinds of a group are listed.
    static ApiTarget group(String apiVersion) {
        return new ApiTarget(root(apiVersion), null, "");
    }

    /// Returns the same object's part of that name, such as `status`.
    ApiTarget part(String name) {
        return new ApiTarget(path + "/" + name, ref, manager);
    }

    /// Returns the path with a query of names and values; what has an empty value is left out.
    String query(String... namesAndValues) {
        StringJoiner query = new StringJoiner("&", path + "?", "").setEmptyValue(path);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1].isEmpty()) continue;
            query.add(namesAndValues[i] + "=" + encoded(namesAndValues[i + 1]));
        }
        return query.toString();
    }

    private static String root(String apiVersion) {
        return (apiVersion.indexOf('/') < 0 ? "api/" : "apis/") + apiVersion;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
