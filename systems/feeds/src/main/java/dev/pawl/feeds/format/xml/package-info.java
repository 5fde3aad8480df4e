/// Reads untrusted XML one element at a time.
///
/// Start at [XmlReader][dev.pawl.feeds.format.xml.XmlReader]: it moves from start tag to start tag,
/// and reads selected elements into an [Element][dev.pawl.feeds.format.xml.Element], which can
/// return its mixed content as plain text. A [JsonShape][dev.pawl.feeds.format.xml.JsonShape]
/// converts elements to JSON.
///
/// Must stay true: a document with a DOCTYPE is rejected, so there is no entity to expand and
/// nothing to fetch; only one element is in memory, and its size is bounded.
@NullMarked
package dev.pawl.feeds.format.xml;

import org.jspecify.annotations.NullMarked;
