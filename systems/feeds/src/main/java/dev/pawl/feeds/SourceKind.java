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

/// The seven sources, with their formats and dependencies.
public enum SourceKind {
    CVE("cve"),
    CWE("cwe"),
    CAPEC("capec"),
    ATTACK("attack"),
    SSG("ssg"),
    ASVS("asvs"),
    CCE("cce");

    private final String id;

    SourceKind(String id) {
        this.id = id;
    }

    /// Finds a source by its id.
    public static Optional<SourceKind> find(String id) {
        for (SourceKind each : values()) if (each.id.equals(id)) return Optional.of(each);
        return Optional.empty();
    }

    public String id() {
        return id;
    }

    /// Returns the formats in which the source is published.
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

    /// Returns the ids of the sources that this one links to, and that load before it.
    public List<String> dependencies() {
        return switch (this) {
            case CAPEC, ASVS -> List.of(CWE.id);
            case ATTACK -> List.of(CAPEC.id);
            case CVE, CWE, SSG, CCE -> List.of();
        };
    }
}
