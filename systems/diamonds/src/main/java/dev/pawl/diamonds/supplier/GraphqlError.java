package dev.pawl.diamonds.supplier;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// An entry of `errors` in a GraphQL response.
///
/// @param code the `code` of its extensions in capitals, or ""
record GraphqlError(String message, String code) {
    private static final int SHOWN_CHARS_MAX = 200;
    private static final Set<String> TOKEN =
            Set.of("UNAUTHENTICATED", "UNAUTHORIZED", "INVALID_TOKEN", "TOKEN_EXPIRED");
    private static final Set<String> THROTTLING =
            Set.of("THROTTLED", "RATE_LIMITED", "TOO_MANY_REQUESTS");
    private static final Set<String> INVALID =
            Set.of("GRAPHQL_VALIDATION_FAILED", "GRAPHQL_PARSE_FAILED", "BAD_USER_INPUT");

    /// Suppliers without codes say it in words.
    private static final Pattern TOKEN_WORDS =
            Pattern.compile(
                    "(?i).*(\\b(token|jwt|session)\\b.*\\b(expired?|invalid|malformed|revoked)\\b"
                            + "|\\b(expired|invalid|malformed|revoked)\\b"
                            + ".*\\b(token|jwt|session)\\b"
                            + "|\\bunauthenticated\\b|\\bnot (authenticated|logged in)\\b"
                            + "|\\bunauthori[sz]ed\\b).*",
                    Pattern.DOTALL);

    private static final Pattern INVALID_WORDS =
            Pattern.compile(
                    "(?i).*(cannot query field|syntax error|unknown argument|got invalid value).*",
                    Pattern.DOTALL);

    static List<GraphqlError> listOf(JsonNode errors) {
        List<GraphqlError> list = new ArrayList<>();
        for (JsonNode each : errors) {
            String text = each.path("message").asString(each.toString());
            String code = each.path("extensions").path("code").asString("");
            list.add(new GraphqlError(shortened(text), code.toUpperCase(Locale.ROOT)));
        }
        return list;
    }

    static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= SHOWN_CHARS_MAX ? line : line.substring(0, SHOWN_CHARS_MAX) + "…";
    }

    boolean isAboutToken() {
        return TOKEN.contains(code) || TOKEN_WORDS.matcher(message).matches();
    }

    boolean isThrottling() {
        return THROTTLING.contains(code);
    }

    boolean isForbidden() {
        return code.equals("FORBIDDEN");
    }

    boolean isInvalid() {
        return INVALID.contains(code) || INVALID_WORDS.matcher(message).matches();
    }

    /// Returns whether the supplier does not know this field.
    boolean refuses(String field) {
        return isInvalid() && message.contains(field);
    }
}
