package dev.pawl.feeds.format.xml;

import dev.pawl.feeds.format.xml.XmlContent.Text;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// An XML element with its content. Immutable.
///
/// Names of elements and attributes have no prefix; if two attributes differ only by their prefix,
/// the one without prefix wins. Comments are left out.
public record Element(
        String namespace, String name, Map<String, String> attributes, List<XmlContent> content)
        implements XmlContent {
    private static final String XHTML = "http://www.w3.org/1999/xhtml";

    public Element {
        attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
        content = List.copyOf(content);
    }

    /// Returns the value of an attribute.
    public Optional<String> attribute(String name) {
        return Optional.ofNullable(attributes.get(name));
    }

    /// Returns the child elements.
    public List<Element> children() {
        return content.stream().filter(Element.class::isInstance).map(Element.class::cast).toList();
    }

    /// Returns the child elements with a name.
    public List<Element> children(String name) {
        return children().stream().filter(each -> each.name().equals(name)).toList();
    }

    /// Returns the first child element with a name.
    public Optional<Element> child(String name) {
        return children().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /// Returns the elements at the end of a path of names, such as `Members`, `Has_Member`.
    public List<Element> under(String list, String name) {
        return children(list).stream().flatMap(each -> each.children(name).stream()).toList();
    }

    /// Returns the text directly in this element, stripped.
    public String text() {
        return content.stream()
                .filter(Text.class::isInstance)
                .map(each -> ((Text) each).value())
                .collect(Collectors.joining())
                .strip();
    }

    /// Returns all text in this element as a reader sees it: a line for each paragraph, list item
    /// and table row.
    public String prose() {
        return Prose.of(this);
    }

    /// Returns this element with other content.
    public Element with(List<XmlContent> content) {
        return new Element(namespace, name, attributes, content);
    }

    /// Returns whether this is XHTML, by its namespace.
    public boolean isXhtml() {
        return namespace.equals(XHTML);
    }

    /// Returns whether this element contains text or XHTML.
    boolean isProse() {
        return !text().isEmpty() || children().stream().anyMatch(Element::isXhtml);
    }

    /// Returns this element as markup without namespaces, for messages and the quarantine.
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        write(out);
        return out.toString();
    }

    private void write(StringBuilder out) {
        out.append('<').append(name);
        attributes.forEach(
                (key, value) -> out.append(' ').append(key).append('=').append(quoted(value)));
        if (content.isEmpty()) {
            out.append("/>");
            return;
        }
        out.append('>');
        for (XmlContent part : content) {
            switch (part) {
                case Text(String value) -> out.append(escaped(value));
                case Element element -> element.write(out);
            }
        }
        out.append("</").append(name).append('>');
    }

    private static String quoted(String value) {
        return '"' + escaped(value).replace("\"", "&quot;") + '"';
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
