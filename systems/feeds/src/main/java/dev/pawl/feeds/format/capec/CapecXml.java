package dev.pawl.feeds.format.capec;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Document;
import dev.pawl.feeds.format.Edition;
import dev.pawl.feeds.format.Format;
import dev.pawl.feeds.format.Records;
import dev.pawl.feeds.format.mitre.Catalogue;
import dev.pawl.feeds.format.mitre.Entry;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.JsonShape;
import dev.pawl.feeds.item.Item;
import dev.pawl.feeds.item.Link;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The XML file with all of CAPEC: attack patterns, categories and views.
final class CapecXml implements Format<Entry> {
    private static final Map<String, String> KINDS =
            Map.of("Attack_Pattern", "pattern", "Category", "category", "View", "view");
    private static final Catalogue CATALOGUE =
            new Catalogue("capec", "Attack_Pattern_Catalog", KINDS.keySet());
    private static final String ATTACK = "ATTACK";
    private static final JsonShape SHAPE =
            new JsonShape(
                    Set.of(
                            "Alternate_Terms",
                            "Related_Attack_Patterns",
                            "Execution_Flow",
                            "Prerequisites",
                            "Skills_Required",
                            "Resources_Required",
                            "Indicators",
                            "Consequences",
                            "Mitigations",
                            "Example_Instances",
                            "Related_Weaknesses",
                            "Taxonomy_Mappings",
                            "References",
                            "Notes",
                            "Audience"),
                    Set.of(
                            "Technique",
                            "Scope",
                            "Impact",
                            "Author",
                            "Exclude_Related",
                            "Has_Member",
                            "Member_Of",
                            "Modification",
                            "Contribution",
                            "Previous_Entry_Name"),
                    Set.of());

    @Override
    public String name() {
        return "CAPEC XML";
    }

    @Override
    public String source() {
        return "capec";
    }

    @Override
    public Optional<Edition> recognise(Document document) throws IOException {
        return CATALOGUE.recognise(document);
    }

    @Override
    public Records<Entry> open(Document document, Edition edition) throws IOException {
        return CATALOGUE.open(document);
    }

    @Override
    public Item map(Entry entry, Edition edition) throws BadRecord {
        return new Item(
                entry.urn("capec"),
                KINDS.getOrDefault(entry.element().name(), "pattern"),
                entry.name(),
                entry.words(),
                entry.content(SHAPE),
                links(entry),
                entry.isWithdrawn(),
                "");
    }

    @Override
    public String text(Entry entry) {
        return entry.toString();
    }

    private static List<Link> links(Entry entry) throws BadRecord {
        Element element = entry.element();
        List<Element> patterns = element.under("Related_Attack_Patterns", "Related_Attack_Pattern");
        List<Element> weaknesses = element.under("Related_Weaknesses", "Related_Weakness");
        List<Link> links = new ArrayList<>(entry.memberships("capec"));
        links.addAll(entry.links(patterns, "capec", "attack-pattern"));
        links.addAll(entry.links(weaknesses, "cwe", "weakness"));
        for (Element mapping : element.under("Taxonomy_Mappings", "Taxonomy_Mapping")) {
            if (!mapping.attribute("Taxonomy_Name").orElse("").equals(ATTACK)) continue;
            String id = mapping.child("Entry_ID").map(Element::text).orElse("");
            Techniques.link(id).ifPresent(links::add);
        }
        return links;
    }
}
