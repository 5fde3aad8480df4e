package dev.pawl.feeds.item;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/// Ids without the rest of their URN: `CWE-79`, `T1078`, `cve-2024-3094`.
public final class BareId {
    private BareId() {}

    /// Parses a URN, or completes an id to its URN; throws [Urn.BadUrn], which lists the known
    /// forms.
    public static Urn urn(String text) {
        if (text.contains("::")) return Urn.parse(text);
        String upper = text.toUpperCase(Locale.ROOT);
        return Arrays.stream(Form.values())
                .filter(form -> form.pattern.matcher(upper).matches())
                .findFirst()
                .map(form -> form.urn(text))
                .orElseThrow(() ->
                        new Urn.BadUrn(
                                ("expected a URN such as v2e::mitre::cwe::CWE-79, or an id such as"
                                                + " CVE-2024-3094, CWE-79, CAPEC-66, T1078,"
                                                + " CCE-80857-6, V1.2.3 or guide-rhel8, found '%s'")
                                        .formatted(text)));
    }

    /// The form of the ids of a source.
    private enum Form {
        CVE("CVE-[0-9]{4}-[0-9]{4,}"),
        CWE("CWE-[0-9]+"),
        CAPEC("CAPEC-[0-9]+"),
        CCE("CCE-[0-9]+-[0-9]"),
        ATTACK("(T|TA|G|S|M|C|A|DS|DC|AN|DET)[0-9]{4}(\\.[0-9]{3})?"),
        ASVS("V?[0-9]+(\\.[0-9]+){0,2}(@[0-9.]+)?"),
        SSG("(GUIDE|TABLE|PROFILE|GROUP|RULE|VALUE)-.+");

        private final Pattern pattern;

        Form(String form) {
            pattern = Pattern.compile(form);
        }

        private Urn urn(String text) {
            String type = name().toLowerCase(Locale.ROOT);
            return switch (this) {
                case CVE, CWE, CAPEC, CCE, ATTACK -> Urn.of(type, text.toUpperCase(Locale.ROOT));
                case ASVS -> Urn.of(type, text.replaceFirst("^[Vv]", ""));
                case SSG -> Urn.of(type, text);
            };
        }
    }
}
