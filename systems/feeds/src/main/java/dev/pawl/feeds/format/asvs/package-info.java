/// OWASP's Application Security Verification Standard: chapters, sections, requirements.
///
/// Start at [AsvsFormats][dev.pawl.feeds.format.asvs.AsvsFormats]. It is published in several forms
/// with the same content: nested (`NestedJson`, `AsvsXml`) and flat (`FlatJson`, `AsvsCsv`). Each
/// form yields `AsvsEntry` values: a `Requirement` as a table row, or a `Part`, which is a chapter
/// or section with its members. `AsvsMapping` maps them to items.
///
/// Must stay true: a number means different requirements in different versions, so ids include the
/// version; all forms of one version yield the same items.
@NullMarked
package dev.pawl.feeds.format.asvs;

import org.jspecify.annotations.NullMarked;
