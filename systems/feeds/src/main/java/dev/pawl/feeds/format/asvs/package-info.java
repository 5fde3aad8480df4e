/// OWASP's Application Security Verification Standard: chapters, sections, requirements.
///
/// Start at [AsvsFormats][dev.pawl.feeds.format.asvs.AsvsFormats]. It is published in several forms
/// that say the same: `NestedJson` and its twin `Xml`, and the tables `FlatJson` and `Csv`. Each
/// gives an `Entry` after the other: a `Requirement` as a row of the tables, or a `Part`, a chapter
/// or section, with what is in it. `Mapping` makes items of them.
///
/// Must stay true: the same number means different requirements in different versions, so an id has
/// its version; all forms of one version give the same items.
@NullMarked
package dev.pawl.feeds.format.asvs;

import org.jspecify.annotations.NullMarked;
