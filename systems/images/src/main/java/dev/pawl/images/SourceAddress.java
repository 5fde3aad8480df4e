package dev.pawl.images;

import dev.pawl.images.source.Credentials;
import dev.pawl.images.source.Source;
import dev.pawl.images.source.SourceOptions;
import dev.pawl.images.source.Sources;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// Where a source is, and how it is opened, as one text without a secret: whoever goes on with a
/// run opens the same source.
///
/// It is the address of [Sources], with the settings of S3 behind a question mark:
/// `s3://bucket?credentials=anonymous&endpoint=http%3A%2F%2F127.0.0.1%3A9000`.
public record SourceAddress(String place, Map<String, String> settings) {
    private static final String S3 = "s3://";

    /// What stands before the names of the variables that have id and secret.
    private static final String STATIC = "static:";

    public SourceAddress {
        settings = Map.copyOf(settings);
        for (String name : settings.keySet()) {
            if (!place.startsWith(S3)) {
                throw new IllegalArgumentException(
                        "only a source s3://… has a setting '%s', not %s".formatted(name, place));
            }
            Setting.named(name);
        }
    }

    public static SourceAddress parse(String text) {
        int mark = text.startsWith(S3) ? text.indexOf('?') : -1;
        if (mark < 0) return new SourceAddress(text, Map.of());
        Map<String, String> settings = new LinkedHashMap<>();
        for (String part : text.substring(mark + 1).split("&", -1)) {
            int sign = part.indexOf('=');
            if (sign < 0) {
                throw new IllegalArgumentException(
                        "expected name=value, found '%s' in %s".formatted(part, text));
            }
            String value = URLDecoder.decode(part.substring(sign + 1), StandardCharsets.UTF_8);
            settings.put(part.substring(0, sign), value);
        }
        return new SourceAddress(text.substring(0, mark), settings);
    }

    /// Opens the source; static credentials come from the environment.
    public Source open(Map<String, String> environment) {
        return Sources.of(place, options -> apply(options, environment));
    }

    private void apply(SourceOptions options, Map<String, String> environment) {
        settings.forEach((name, value) -> {
            switch (Setting.named(name)) {
                case ENDPOINT -> options.endpoint(URI.create(value));
                case REGION -> options.region(value);
                case CREDENTIALS -> options.credentials(credentials(value, environment));
            }
        });
    }

    private static Credentials credentials(String value, Map<String, String> environment) {
        if (!value.startsWith(STATIC)) return Credentials.parse(value);
        String[] names = value.substring(STATIC.length()).split(":", -1);
        if (names.length != 2) {
            throw new IllegalArgumentException(
                    "expected static:ID_VARIABLE:SECRET_VARIABLE, found '%s'".formatted(value));
        }
        return Credentials.ofVariables(environment, names[0], names[1]);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(place);
        new TreeMap<>(settings)
                .forEach((name, value) ->
                        text.append(text.indexOf("?") < 0 ? '?' : '&')
                                .append(name)
                                .append('=')
                                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return text.toString();
    }

    private enum Setting {
        ENDPOINT,
        REGION,
        CREDENTIALS;

        static Setting named(String name) {
            for (Setting each : values()) if (each.name().equalsIgnoreCase(name)) return each;
            throw new IllegalArgumentException(
                    "a source has no setting '%s' (has: endpoint, region, credentials)"
                            .formatted(name));
        }
    }
}
