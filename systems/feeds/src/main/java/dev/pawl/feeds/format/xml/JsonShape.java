package dev.pawl.feeds.format.xml;

import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Converts the elements of a schema to JSON, under their own names and always in the same form.
///
/// An element with only text becomes a string. Any other becomes an object with its attributes and
/// children, and its text as `text`. The schema decides what XML leaves open, by element name:
///
/// - `lists` contain only elements of one name and become arrays of these;
/// - `repeated` elements always become an array in their parent, even if there is only one. Others
///   become an array when there are two;
/// - `sequences` have children whose order matters and become an array `parts`, with an object of
///   one field for each child.
public record JsonShape(Set<String> lists, Set<String> repeated, Set<String> sequences) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String TEXT = "text";
    private static final String PARTS = "parts";

    public JsonShape {
        lists = Set.copyOf(lists);
        repeated = Set.copyOf(repeated);
        sequences = Set.copyOf(sequences);
    }

    /// Returns an element as an object, whatever it contains.
    public ObjectNode object(Element element) {
        ObjectNode object = JSON.objectNode();
        element.attributes().forEach(object::put);
        if (element.isProse()) {
            object.put(TEXT, element.prose());
        } else if (sequences.contains(element.name())) {
            ArrayNode parts = object.putArray(PARTS);
            for (Element each : element.children()) {
                parts.addObject().set(each.name(), value(each));
            }
        } else {
            for (Element each : element.children()) add(object, each);
        }
        return object;
    }

    private JsonNode value(Element element) {
        boolean plain = element.attributes().isEmpty();
        boolean text = element.isProse() || element.children().isEmpty();
        boolean list = lists.contains(element.name()) && !element.isProse();
        if (plain && list) {
            ArrayNode array = JSON.arrayNode();
            for (Element each : element.children()) array.add(value(each));
            return array;
        }
        if (plain && text) return StringNode.valueOf(element.prose());
        return object(element);
    }

    private void add(ObjectNode object, Element child) {
        String name = child.name();
        JsonNode before = object.get(name);
        if (before == null) {
            JsonNode value = value(child);
            object.set(name, repeated.contains(name) ? JSON.arrayNode().add(value) : value);
        } else if (before instanceof ArrayNode array && !lists.contains(name)) {
            array.add(value(child));
        } else {
            object.set(name, JSON.arrayNode().add(before).add(value(child)));
        }
    }
}
