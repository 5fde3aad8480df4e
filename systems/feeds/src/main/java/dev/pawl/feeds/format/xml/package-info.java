/// How XML is read: one element at a time, from documents that nobody trusts.
///
/// Start at [XmlReader][dev.pawl.feeds.format.xml.XmlReader]. It moves from start tag to start tag
/// and reads the wanted elements into an [Element][dev.pawl.feeds.format.xml.Element] each, which
/// says its mixed content as plain text. A [JsonShape][dev.pawl.feeds.format.xml.JsonShape] makes
/// JSON of elements.
///
/// Must stay true: a document with a DOCTYPE is refused, so that there is no entity to expand and
/// nothing to fetch; only one element is in memory, and it has bounds.
@NullMarked
package dev.pawl.feeds.format.xml;

import org.jspecify.annotations.NullMarked;
