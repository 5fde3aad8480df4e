package dev.pawl.fetch.http;

import dev.pawl.fetch.Sha256;
import dev.pawl.fetch.Validator;
import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads what the headers of a response state about its content.
final class HttpFacts {
    private static final Pattern STRONG = Pattern.compile("\"[^\"]*\"");
    private static final Pattern DIGEST = Pattern.compile("(?i)(?:^|.*[, ])sha-256=:([^:]+):.*");

    private HttpFacts() {}

    static OptionalLong length(HttpHeaders headers) {
        return headers.firstValue("Content-Length")
                .filter(text -> text.matches("\\d{1,18}"))
                .map(text -> OptionalLong.of(Long.parseLong(text)))
                .orElse(OptionalLong.empty());
    }

    /// Returns the ETag, or else the time of the last change with the length, which is weak.
    static Optional<Validator> validator(HttpHeaders headers) {
        Optional<String> tag = headers.firstValue("ETag");
        if (tag.isPresent()) {
            boolean isStrong = STRONG.matcher(tag.get()).matches();
            return tag.map(isStrong ? Validator::strong : Validator::weak);
        }
        OptionalLong length = length(headers);
        return headers.firstValue("Last-Modified")
                .filter(_ -> length.isPresent())
                .map(time -> Validator.weak(time + ", " + length.getAsLong()));
    }

    static Optional<Sha256> checksum(HttpHeaders headers) {
        return headers.firstValue("x-amz-checksum-sha256")
                .flatMap(Sha256::ofBase64)
                .or(() -> headers.firstValue("x-amz-meta-sha256").flatMap(Sha256::ofHex))
                .or(() -> headers.firstValue("x-checksum-sha256").flatMap(Sha256::ofHex))
                .or(() -> headers.firstValue("Repr-Digest").flatMap(HttpFacts::digest));
    }

    /// Returns the time at which the server answered, by its own clock.
    static Optional<Instant> date(HttpHeaders headers) {
        try {
            return headers.firstValue("Date")
                    .map(text -> DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private static Optional<Sha256> digest(String field) {
        Matcher sha256 = DIGEST.matcher(field);
        return sha256.matches() ? Sha256.ofBase64(sha256.group(1)) : Optional.empty();
    }
}
