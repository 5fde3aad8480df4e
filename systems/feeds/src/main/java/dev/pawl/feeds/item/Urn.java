package dev.pawl.feeds.item;

import java.util.List;
import java.util.regex.Pattern;

/// The name of an item: `namespace::provider::type::id`, such as `v2e::mitre::cwe::CWE-79`.
///
/// The first three are short words of small letters, digits and hyphens. The id is the publisher's
/// own; it has no `::`, no spaces at its ends and no control characters. Types are open-ended:
/// [#of] knows those of the seven sources, [#parse] takes any.
public record Urn(String namespace, String provider, String type, String id)
        implements Comparable<Urn> {
    /// The namespace of the documents.
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
                    "the id of a URN is 1 to %d characters without '::', not '%s'"
                            .formatted(ID_CHARS_MAX, id));
        }
    }

    /// Returns the URN of an item of one of the seven sources, or of the KEV catalogue.
    public static Urn of(String type, String id) {
        return new Urn(NAMESPACE, publisher(type), type, id);
    }

    /// Reads a URN; throws [BadUrn], which says what is wrong with the text.
    public static Urn parse(String text) {
        List<String> parts = List.of(text.split(SEPARATOR, -1));
        if (parts.size() != PARTS) {
            throw new BadUrn(
                    "a URN reads namespace::provider::type::id, such as"
                            + " v2e::mitre::cwe::CWE-79; '%s' has %d parts"
                                    .formatted(text, parts.size()));
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
                            "nobody is known to publish the type '%s' (known: cve, kev, cwe, capec,"
                                            .formatted(type)
                                    + " attack, ssg, cce, asvs)");
        };
    }

    private static void requireWord(String what, String value) {
        if (!WORD.matcher(value).matches()) {
            throw new BadUrn(
                    "the %s of a URN is 1 to 40 small letters, digits and hyphens, not '%s'"
                            .formatted(what, value));
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

    /// A text that is no URN.
    public static final class BadUrn extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        BadUrn(String message) {
            super(message);
        }
    }
}
