package dev.pawl.feeds.web;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The URLs at which the sources are published.
///
/// Publishers move and rename documents, and some names contain a version: every URL can be
/// overridden, and a mirror is a set of other URLs.
public final class PublisherUrls {
    private static final String MITRE_ATTACK =
            "https://raw.githubusercontent.com/mitre-attack/attack-stix-data/master/";
    private static final Map<String, List<String>> OFFICIAL = official();

    private final Map<String, List<URI>> bySource;

    private PublisherUrls(Map<String, List<URI>> bySource) {
        this.bySource = Map.copyOf(bySource);
    }

    private static Map<String, List<String>> official() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put(
                "cve",
                List.of(
                        "https://services.nvd.nist.gov/rest/json/cves/2.0",
                        "https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json"));
        all.put("cwe", List.of("https://cwe.mitre.org/data/xml/cwec_latest.xml.zip"));
        all.put("capec", List.of("https://capec.mitre.org/data/xml/capec_latest.xml"));
        all.put(
                "attack",
                List.of(
                        MITRE_ATTACK + "enterprise-attack/enterprise-attack.json",
                        MITRE_ATTACK + "mobile-attack/mobile-attack.json",
                        MITRE_ATTACK + "ics-attack/ics-attack.json"));
        all.put(
                "ssg",
                List.of(
                        "https://github.com/ComplianceAsCode/content/releases/download/v0.1.79/scap-security-guide-0.1.79.zip"));
        all.put(
                "asvs",
                List.of(
                        "https://raw.githubusercontent.com/OWASP/ASVS/v5.0.0/5.0/docs_en/OWASP_Application_Security_Verification_Standard_5.0.0_en.json",
                        "https://raw.githubusercontent.com/OWASP/ASVS/v4.0.3/4.0/docs_en/OWASP%20Application%20Security%20Verification%20Standard%204.0.3-en.json"));
        all.put(
                "cce",
                List.of(
                        "https://csrc.nist.gov/CSRC/media/Projects/national-vulnerability-database/documents/CCE/cce-COMBINED-5.20220713.xlsx"));
        return Map.copyOf(all);
    }

    /// Returns the URLs of the publishers.
    public static PublisherUrls ofPublishers() {
        return of(Map.of());
    }

    /// Returns the URLs of the publishers, with others for some sources. Throws for an unknown
    /// source, and for a text that is not a web URL.
    public static PublisherUrls of(Map<String, List<String>> overrides) {
        Map<String, List<String>> all = new LinkedHashMap<>(OFFICIAL);
        overrides.forEach((source, texts) -> {
            if (!OFFICIAL.containsKey(source)) {
                throw new IllegalArgumentException(
                        "expected a source (%s), found '%s'"
                                .formatted(
                                        String.join(
                                                ", ", OFFICIAL.keySet().stream().sorted().toList()),
                                        source));
            }
            all.put(source, texts);
        });
        Map<String, List<URI>> parsed = new LinkedHashMap<>();
        all.forEach((source, texts) ->
                parsed.put(source, texts.stream().map(text -> parsed(source, text)).toList()));
        return new PublisherUrls(parsed);
    }

    private static URI parsed(String source, String text) {
        try {
            URI address = URI.create(text);
            String scheme = String.valueOf(address.getScheme());
            boolean web = scheme.equals("https") || scheme.equals("http");
            if (web && address.getHost() != null) return address.normalize();
        } catch (IllegalArgumentException _) {
            // Not a URL at all: the same error as for one of another kind.
        }
        throw new IllegalArgumentException(
                "%s: expected a URL that starts with https:// or http://, found '%s'"
                        .formatted(source, text));
    }

    /// Returns all URLs of a source.
    public List<URI> of(String source) {
        return bySource.getOrDefault(source, List.of());
    }

    /// Returns the URL of the API of NVD, if a source has it.
    public Optional<URI> api(String source) {
        return of(source).stream().filter(PublisherUrls::isApi).findFirst();
    }

    /// Returns the URLs of the documents of a source: all but that of the API.
    public List<URI> documents(String source) {
        return of(source).stream().filter(address -> !isApi(address)).toList();
    }

    private static boolean isApi(URI address) {
        return address.getRawPath().matches(".*/cves/2\\.0/?");
    }
}
