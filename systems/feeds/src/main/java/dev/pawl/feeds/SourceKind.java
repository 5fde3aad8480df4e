package dev.pawl.feeds;

import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.asvs.AsvsFormats;
import dev.pawl.feeds.format.attack.AttackFormats;
import dev.pawl.feeds.format.capec.CapecFormats;
import dev.pawl.feeds.format.cce.CceFormats;
import dev.pawl.feeds.format.cve.CveFormats;
import dev.pawl.feeds.format.cwe.CweFormats;
import dev.pawl.feeds.format.ssg.SsgFormats;
import java.util.List;
import java.util.Optional;

/// The seven sources: what each is called, how it is published, and what it refers to.
public enum SourceKind {
    CVE("cve", "vulnerabilities, and those known to be exploited"),
    CWE("cwe", "weaknesses"),
    CAPEC("capec", "attack patterns"),
    ATTACK("attack", "techniques, groups and software of ATT&CK"),
    SSG("ssg", "rules of the SCAP Security Guide"),
    ASVS("asvs", "requirements of the OWASP ASVS"),
    CCE("cce", "identifiers of configurations");

    private final String id;
    private final String words;

    SourceKind(String id, String words) {
        this.id = id;
        this.words = words;
    }

    /// Returns the source of this name.
    public static Optional<SourceKind> find(String id) {
        for (SourceKind each : values()) if (each.id.equals(id)) return Optional.of(each);
        return Optional.empty();
    }

    public String id() {
        return id;
    }

    /// Returns what it publishes, for people.
    public String words() {
        return words;
    }

    /// Returns how it is published.
    public List<Format<?>> formats() {
        return switch (this) {
            case CVE -> CveFormats.all();
            case CWE -> CweFormats.all();
            case CAPEC -> CapecFormats.all();
            case ATTACK -> AttackFormats.all();
            case SSG -> SsgFormats.all();
            case ASVS -> AsvsFormats.all();
            case CCE -> CceFormats.all();
        };
    }

    /// Returns the sources that are loaded before: it refers to what they hold.
    public List<String> needs() {
        return switch (this) {
            case CAPEC, ASVS -> List.of(CWE.id);
            case ATTACK -> List.of(CAPEC.id);
            case CVE, CWE, SSG, CCE -> List.of();
        };
    }
}
