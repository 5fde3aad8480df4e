package dev.pawl.feeds.format.xml;

/// What is in an element.
public sealed interface Part permits Element, Part.Text {
    /// The characters between two tags.
    record Text(String value) implements Part {}
}
