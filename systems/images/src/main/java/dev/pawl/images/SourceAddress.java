package dev.pawl.images;

import dev.pawl.fetch.Credentials;
import dev.pawl.fetch.ObjectSource;
import dev.pawl.fetch.SourceOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// The address of a source as one text without secrets, so that a resumed run opens the same
/// source.
///
/// It is the address of an [ObjectSource], with the settings of S3 behind a question mark:
/// `s3://bucket?credentials=anonymous&endpoint=http%3A%2F%2F127.0.0.1%3A9000`.
public record SourceAddress(String location, Map<String, String> settings) {
    private static final String S3 = "s3://";

    /// The prefix of credentials whose id and secret are in two environment variables.
    private static final String STATIC = "static:";

    public SourceAddress {
        settings = Map.copyOf(settings);
        for (String name : settings.keySet()) {
            if (!location.startsWith(S3)) {
                throw new IllegalArgumentException(
                        "only a source s3://… has the setting '%s', not %s"
                                .formatted(name, location));
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

    /// Opens the source; static credentials come from `environment`.
    public ObjectSource open(Map<String, String> environment) {
        return ObjectSource.of(location, options -> apply(options, environment));
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
        StringBuilder text = new StringBuilder(location);
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
