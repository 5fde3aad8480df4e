package dev.pawl.feeds.format.ssg;

import dev.pawl.feeds.format.BadRecord;
import dev.pawl.feeds.format.Title;
import dev.pawl.feeds.format.xml.Element;
import dev.pawl.feeds.format.xml.JsonShape;
import dev.pawl.feeds.format.xml.Part;
import dev.pawl.feeds.item.Item;
import dev.pawl.feeds.item.Link;
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

/// Pieces of a product's benchmark as items.
record ChecklistMapping(SsgNames names) {
    private static final String FIX = "fix";
    private static final List<String> SEARCHED = List.of("description", "rationale", "warning");
    // Attributes of texts that say how XCCDF is processed, or repeat the benchmark's language.
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

    Item item(Piece piece) throws BadRecord {
        Element element = plain(piece.element());
        Urn urn = urn(piece);
        String title = element.child("title").map(Element::prose).orElse("");
        if (title.isBlank()) {
            throw new BadRecord("%s: expected a title, found none".formatted(urn.id()));
        }
        ObjectNode content = SHAPE.object(without(element, FIX));
        if (piece.kind().equals(SsgNames.RULE)) fixes(element, content.putArray("fixes"));
        String words =
                SEARCHED.stream()
                        .flatMap(name -> element.children(name).stream())
                        .map(Element::prose)
                        .collect(Collectors.joining("\n"));
        List<Link> links = Stream.concat(piece.links().stream(), identifiers(element)).toList();
        return new Item(urn, piece.kind(), Title.of(title), words, content, links);
    }

    private Urn urn(Piece piece) throws BadRecord {
        String id = piece.element().attribute("id").orElse("");
        return names.urn(piece.kind(), id)
                .orElseThrow(() ->
                        new BadRecord(
                                "a %s of %s: expected an id of letters, digits and _.-, found '%s'"
                                        .formatted(piece.kind(), names.product(), id)));
    }

    /// The kinds of fixes that there are, such as `sh` and `ansible`; scripts are for machines.
    private static void fixes(Element rule, ArrayNode fixes) {
        rule.children(FIX).stream()
                .map(fix -> fix.attribute("system").orElse(""))
                .map(system -> system.replaceFirst("urn:xccdf:fix:script:", ""))
                .distinct()
                .sorted()
                .forEach(fixes::add);
    }

    private static Stream<Link> identifiers(Element rule) {
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

    /// Returns an element as people read it: with the names of values where their values go.
    private static Element plain(Element element) {
        List<Part> content = new ArrayList<>();
        for (Part part : element.content()) {
            switch (part) {
                case Part.Text text -> content.add(text);
                case Element child ->
                        content.add(child.name().equals("sub") ? name(child) : plain(child));
            }
        }
        return with(element, content);
    }

    private static Part name(Element sub) {
        return new Part.Text(SsgNames.name(sub.attribute("idref").orElse("")));
    }

    private static Element with(Element element, List<Part> content) {
        Map<String, String> attributes = new LinkedHashMap<>(element.attributes());
        attributes.keySet().removeAll(DROPPED);
        return new Element(element.namespace(), element.name(), attributes, content);
    }
}
