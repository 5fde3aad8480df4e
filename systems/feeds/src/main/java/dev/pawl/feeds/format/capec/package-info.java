/// The Common Attack Pattern Enumeration and Classification of MITRE.
///
/// Start at [CapecFormats][dev.pawl.feeds.format.capec.CapecFormats]. `CapecXml` reads the
/// catalogue; `CapecStix` reads its STIX form, which lacks categories and views, so of two
/// documents of one version the XML is loaded.
@NullMarked
package dev.pawl.feeds.format.capec;

import org.jspecify.annotations.NullMarked;
