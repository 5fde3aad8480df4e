package dev.pawl.feeds.format.cwe;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.mitre.Catalogue;
import dev.pawl.feeds.format.mitre.CatalogueEntry;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.JsonShape;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The XML format of CWE: weaknesses, categories and views, whose numbers do not overlap.
final class CweXml {
    private static final Pattern CVE = Pattern.compile("CVE-[0-9]{4}-[0-9]{4,}");
    private static final JsonShape SHAPE =
            new JsonShape(
                    Set.of(
                            "Related_Weaknesses",
                            "Weakness_Ordinalities",
                            "Background_Details",
                            "Alternate_Terms",
                            "Modes_Of_Introduction",
                            "Exploitation_Factors",
                            "Common_Consequences",
                            "Detection_Methods",
                            "Potential_Mitigations",
                            "Demonstrative_Examples",
                            "Observed_Examples",
                            "Functional_Areas",
                            "Affected_Resources",
                            "Taxonomy_Mappings",
                            "Related_Attack_Patterns",
                            "References",
                            "Notes",
                            "Reasons",
                            "Suggestions",
                            "Audience"),
                    Set.of(
                            "Language",
                            "Operating_System",
                            "Architecture",
                            "Technology",
                            "Scope",
                            "Impact",
                            "Phase",
                            "Author",
                            "Has_Member",
                            "Member_Of",
                            "Modification",
                            "Contribution",
                            "Previous_Entry_Name"),
                    Set.of("Demonstrative_Example"));

    static final Catalogue FORMAT =
            new Catalogue(
                    "cwe",
                    "Weakness_Catalog",
                    Map.of("Weakness", "weakness", "Category", "category", "View", "view"),
                    SHAPE,
                    CweXml::links);

    private CweXml() {}

    private static List<ItemLink> links(CatalogueEntry entry) throws BadRecord {
        List<ItemLink> links = new ArrayList<>(entry.memberships("cwe"));
        links.addAll(entry.weaknesses());
        links.addAll(entry.patterns());
        for (Element each : entry.element().under("Observed_Examples", "Observed_Example")) {
            String reference = each.child("Reference").map(Element::text).orElse("");
            if (CVE.matcher(reference).matches()) {
                links.add(new ItemLink("observed-example", Urn.of("cve", reference)));
            }
        }
        return links;
    }
}
