package dev.pawl.feeds.format.capec;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.mitre.Catalogue;
import dev.pawl.feeds.format.mitre.CatalogueEntry;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.JsonShape;
import dev.pawl.feeds.item.ItemLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The XML format of CAPEC: attack patterns, categories and views.
final class CapecXml {
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

    static final Catalogue FORMAT =
            new Catalogue(
                    "capec",
                    "Attack_Pattern_Catalog",
                    Map.of("Attack_Pattern", "pattern", "Category", "category", "View", "view"),
                    SHAPE,
                    CapecXml::links);

    private CapecXml() {}

    private static List<ItemLink> links(CatalogueEntry entry) throws BadRecord {
        List<ItemLink> links = new ArrayList<>(entry.memberships("capec"));
        links.addAll(entry.patterns());
        links.addAll(entry.weaknesses());
        for (Element each : entry.element().under("Taxonomy_Mappings", "Taxonomy_Mapping")) {
            if (!each.attribute("Taxonomy_Name").orElse("").equals(ATTACK)) continue;
            String id = each.child("Entry_ID").map(Element::text).orElse("");
            TechniqueLinks.link(id).ifPresent(links::add);
        }
        return links;
    }
}
