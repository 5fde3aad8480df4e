package dev.pawl.feeds.item;

import java.util.List;
import java.util.regex.Pattern;

/// The name of an item: `namespace::provider::type::id`, such as `v2e::mitre::cwe::CWE-79`.
///
/// The first three parts are short words of lowercase letters, digits and hyphens. The id is the
/// one of the publisher; it has no `::`, no spaces at its ends and no control characters. [#of]
/// accepts the types of the seven sources, [#parse] accepts any type.
public record Urn(String namespace, String provider, String type, String id)
        implements Comparable<Urn> {
    /// The namespace of all items of the seven sources.
    public static final String NAMESPACE = "v2e";

    private static final String SEPARATOR = "::";
    private static final int PARTS = 4;
    private static final int ID_CHARS_MAX = 300;
    private static final Pattern WORD = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
    private static final Pattern ID =
            Pattern.compile("[^\\p{Cntrl}\\s](?:[^\\p{Cntrl}]*[^\\p{Cntrl}\\s])?");

    public Urn {
        requireWord("namespace", namespace);
        requireWord("provider", provider);
        requireWord("type", type);
        if (id.length() > ID_CHARS_MAX || id.contains(SEPARATOR) || !ID.matcher(id).matches()) {
            throw new BadUrn(
                    "expected 1 to %d characters without '::' as the id of a URN, found '%s'"
                            .formatted(ID_CHARS_MAX, id));
        }
    }

    /// Returns the URN of an item of a source, or of the KEV catalogue.
    public static Urn of(String type, String id) {
        return new Urn(NAMESPACE, publisher(type), type, id);
    }

    /// Parses a URN; throws [BadUrn], which says what is wrong with the text.
    public static Urn parse(String text) {
        List<String> parts = List.of(text.split(SEPARATOR, -1));
        if (parts.size() != PARTS) {
            throw new BadUrn(
                    "expected a URN of 4 parts, such as v2e::mitre::cwe::CWE-79, found %d in '%s'"
                            .formatted(parts.size(), text));
        }
        return new Urn(parts.get(0), parts.get(1), parts.get(2), parts.get(3));
    }

    private static String publisher(String type) {
        return switch (type) {
            case "cve" -> "nvd";
            case "kev" -> "cisa";
            case "cwe", "capec", "attack" -> "mitre";
            case "ssg", "cce" -> "nist";
            case "asvs" -> "owasp";
            default ->
                    throw new BadUrn(
                            "no publisher of type '%s' (has: cve, kev, cwe, capec, attack, ssg,"
                                            .formatted(type)
                                    + " cce, asvs)");
        };
    }

    private static void requireWord(String what, String value) {
        if (!WORD.matcher(value).matches()) {
            throw new BadUrn(
                    "expected 1 to 40 lowercase letters, digits and hyphens as %s of a URN, found"
                                    .formatted(what)
                            + " '%s'".formatted(value));
        }
    }

    @Override
    public int compareTo(Urn other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return String.join(SEPARATOR, namespace, provider, type, id);
    }

    /// Thrown for a text that is not a URN.
    public static final class BadUrn extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        BadUrn(String message) {
            super(message);
        }
    }
}
