package dev.pawl.fetch;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The credentials for S3, chosen by the caller and never guessed.
public sealed interface Credentials {

    /// Returns the credentials named `default`, `environment`, `profile:NAME` or `anonymous`.
    static Credentials parse(String text) {
        if (text.startsWith("profile:")) return new Profile(text.substring("profile:".length()));
        return switch (text) {
            case "default" -> new Default();
            case "environment" -> new Environment();
            case "anonymous" -> new Anonymous();
            default ->
                    throw new IllegalArgumentException(
                            "expected credentials default, environment, profile:NAME or anonymous,"
                                    + " found '%s'".formatted(text));
        };
    }

    /// Returns the key pair in two variables of an environment.
    static Credentials ofVariables(Map<String, String> environment, String id, String secret) {
        return new Static(variable(environment, id), variable(environment, secret), null);
    }

    private static String variable(Map<String, String> environment, String name) {
        String value = environment.get(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(
                    "expected credentials in the variable %s, found it empty or not set"
                            .formatted(name));
        }
        return value;
    }

    /// The first credentials that the provider chain of the AWS SDK finds.
    record Default() implements Credentials {}

    /// The environment variables of the process that all AWS tools use.
    record Environment() implements Credentials {}

    /// A profile in the shared files of the AWS tools.
    record Profile(String name) implements Credentials {
        public Profile {
            if (name.isBlank()) {
                throw new IllegalArgumentException("expected profile:NAME, found no name");
            }
        }
    }

    /// A key pair, with the session token if it is temporary.
    record Static(String id, String secret, @Nullable String session) implements Credentials {

        /// Leaves out the secret.
        @Override
        public String toString() {
            return "Static[id=%s, secret=…]".formatted(id);
        }
    }

    /// No credentials: requests are not signed.
    record Anonymous() implements Credentials {}
}
