package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Title;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.JsonShape;
import dev.pawl.feeds.format.xml.XmlContent;
import dev.pawl.feeds.item.FeedItem;
import dev.pawl.feeds.item.ItemLink;
import dev.pawl.feeds.item.Urn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Maps the parts of a benchmark to items.
record ChecklistMapping(SsgNames names) {
    private static final String FIX = "fix";
    private static final List<String> SEARCHED = List.of("description", "rationale", "warning");
    // Attributes that control the processing of XCCDF, or repeat the language of the benchmark.
    private static final Set<String> DROPPED = Set.of("override", "lang", "schemaLocation");
    private static final JsonShape SHAPE =
            new JsonShape(
                    Set.of(),
                    Set.of(
                            "check",
                            "conflicts",
                            "contributor",
                            "ident",
                            "notice",
                            "platform",
                            "reference",
                            "refine-rule",
                            "refine-value",
                            "requires",
                            "set-value",
                            "status",
                            "value",
                            "warning"),
                    Set.of());

    FeedItem item(ChecklistPart part) throws BadRecord {
        Element element = plain(part.element());
        Urn urn = urn(part);
        String title = element.child("title").map(Element::prose).orElse("");
        if (title.isBlank()) {
            throw new BadRecord("%s: expected a title, found none".formatted(urn.id()));
        }
        ObjectNode content = SHAPE.object(without(element, FIX));
        if (part.kind().equals(SsgNames.RULE)) fixes(element, content.putArray("fixes"));
        String searchText =
                SEARCHED.stream()
                        .flatMap(name -> element.children(name).stream())
                        .map(Element::prose)
                        .collect(Collectors.joining("\n"));
        List<ItemLink> links = Stream.concat(part.links().stream(), identifiers(element)).toList();
        return new FeedItem(urn, part.kind(), Title.of(title), searchText, content, links);
    }

    private Urn urn(ChecklistPart part) throws BadRecord {
        String id = part.element().attribute("id").orElse("");
        return names.urn(part.kind(), id)
                .orElseThrow(() ->
                        new BadRecord(
                                "a %s of %s: expected an id of letters, digits and _.-, found '%s'"
                                        .formatted(part.kind(), names.product(), id)));
    }

    /// Adds the kinds of fixes, such as `sh` and `ansible`, without the scripts.
    private static void fixes(Element rule, ArrayNode fixes) {
        rule.children(FIX).stream()
                .map(fix -> fix.attribute("system").orElse(""))
                .map(system -> system.replaceFirst("urn:xccdf:fix:script:", ""))
                .distinct()
                .sorted()
                .forEach(fixes::add);
    }

    private static Stream<ItemLink> identifiers(Element rule) {
        return rule.children("ident").stream()
                .filter(ident -> ident.attribute("system").orElse("").contains("cce"))
                .flatMap(ident -> SsgNames.identifier(ident.text()).stream());
    }

    private static Element without(Element element, String child) {
        return with(
                element,
                element.content().stream()
                        .filter(part -> !(part instanceof Element e && e.name().equals(child)))
                        .toList());
    }

    /// Returns an element as a reader sees it, with the names of values where their values go.
    private static Element plain(Element element) {
        List<XmlContent> content = new ArrayList<>();
        for (XmlContent each : element.content()) {
            switch (each) {
                case XmlContent.Text text -> content.add(text);
                case Element child ->
                        content.add(child.name().equals("sub") ? name(child) : plain(child));
            }
        }
        return with(element, content);
    }

    private static XmlContent name(Element sub) {
        return new XmlContent.Text(SsgNames.name(sub.attribute("idref").orElse("")));
    }

    private static Element with(Element element, List<XmlContent> content) {
        Map<String, String> attributes = new LinkedHashMap<>(element.attributes());
        attributes.keySet().removeAll(DROPPED);
        return new Element(element.namespace(), element.name(), attributes, content);
    }
}
