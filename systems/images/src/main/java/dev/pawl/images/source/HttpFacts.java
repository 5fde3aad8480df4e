package dev.pawl.images.source;

import java.net.http.HttpHeaders;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the headers of an answer say of an object.
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

    /// A strong ETag if there is one; otherwise a weak one, or time and length.
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

    private static Optional<Sha256> digest(String field) {
        Matcher sha256 = DIGEST.matcher(field);
        return sha256.matches() ? Sha256.ofBase64(sha256.group(1)) : Optional.empty();
    }
}
