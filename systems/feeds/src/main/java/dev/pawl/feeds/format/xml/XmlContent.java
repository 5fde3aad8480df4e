package dev.pawl.feeds.format.xml;

/// A part of the content of an element.
public sealed interface XmlContent permits Element, XmlContent.Text {
    /// The characters between two tags.
    record Text(String value) implements XmlContent {}
}
