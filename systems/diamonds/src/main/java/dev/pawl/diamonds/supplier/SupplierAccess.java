package dev.pawl.diamonds.supplier;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;

/// Where a supplier's GraphQL endpoint is, and who logs in.
public record SupplierAccess(URI endpoint, String user, String password) {

    public SupplierAccess {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(password, "password");
        String scheme = String.valueOf(endpoint.getScheme());
        if (!scheme.matches("(?i)https?") || endpoint.getHost() == null) {
            throw new IllegalArgumentException(
                    "expected the URL of a GraphQL endpoint such as http://127.0.0.1:8080/graphql,"
                            + " found '%s'".formatted(shown(endpoint)));
        }
        if (endpoint.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "expected no user and password in the URL of the supplier %s, found some;"
                                    .formatted(shown(endpoint))
                            + " pass them as options");
        }
        if (user.isBlank() || password.isEmpty()) {
            throw new IllegalArgumentException(
                    "expected the user and the password of the supplier %s, found no %s"
                            .formatted(shown(endpoint), user.isBlank() ? "user" : "password"));
        }
    }

    /// Parses the text of an endpoint.
    public static SupplierAccess of(String endpoint, String user, String password) {
        try {
            return new SupplierAccess(new URI(endpoint.strip()), user, password);
        } catch (URISyntaxException e) {
            // The exception has the text, which may contain a password, in its message.
            throw new IllegalArgumentException(
                    "expected the URL of a GraphQL endpoint such as http://127.0.0.1:8080/graphql,"
                            + " found no URL (%s at character %d)"
                                    .formatted(e.getReason(), e.getIndex() + 1));
        }
    }

    /// Returns the endpoint for messages, without what may be secret in it.
    String shown() {
        return shown(endpoint);
    }

    private static String shown(URI endpoint) {
        if (endpoint.getHost() == null) return String.valueOf(endpoint.getScheme()) + ":…";
        String port = endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort();
        return "%s://%s%s%s"
                .formatted(endpoint.getScheme(), endpoint.getHost(), port, endpoint.getRawPath());
    }

    /// Does not show the password.
    @Override
    public String toString() {
        return "%s as %s".formatted(shown(), user);
    }
}
