package dev.pawl.images.source;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Who asks S3: chosen by the caller, and never guessed.
public sealed interface Credentials {

    /// Returns what `default`, `environment`, `profile:NAME` or `anonymous` stands for.
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

    /// Returns the pair that two variables of an environment have.
    static Credentials ofVariables(Map<String, String> environment, String id, String secret) {
        return new Static(variable(environment, id), variable(environment, secret), null);
    }

    private static String variable(Map<String, String> environment, String name) {
        String value = environment.get(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(
                    "expected credentials in the variable %s, found nothing there".formatted(name));
        }
        return value;
    }

    /// The first that the provider chain of the AWS SDK finds.
    record Default() implements Credentials {}

    /// Those of the variables of the process that all AWS tools use.
    record Environment() implements Credentials {}

    /// Those of a profile in the shared files of the AWS tools.
    record Profile(String name) implements Credentials {
        public Profile {
            if (name.isBlank()) {
                throw new IllegalArgumentException("expected profile:NAME, found no name");
            }
        }
    }

    /// A pair that is known already, with the token of a session if it is a temporary one.
    record Static(String id, String secret, @Nullable String session) implements Credentials {

        /// Shows no secret.
        @Override
        public String toString() {
            return "Static[id=%s, secret=…]".formatted(id);
        }
    }

    /// Nobody: requests are not signed.
    record Anonymous() implements Credentials {}
}
