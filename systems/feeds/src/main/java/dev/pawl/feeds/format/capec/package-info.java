/// The Common Attack Pattern Enumeration and Classification of MITRE.
///
/// Start at [CapecFormats][dev.pawl.feeds.format.capec.CapecFormats]. `CapecXml` is the catalogue
/// itself; `CapecStix` is the same catalogue for tools, without categories and views, so of two
/// documents of one version the XML counts.
@NullMarked
package dev.pawl.feeds.format.capec;

import org.jspecify.annotations.NullMarked;
