/// NIST's Common Configuration Enumeration: identifiers of settings, sheet by sheet of a platform.
///
/// Start at [CceFormats][dev.pawl.feeds.format.cce.CceFormats]. `CceWorkbook` is the combined list
/// as it is published, `CceCsv` one sheet of it as others convert it. Both give `CceRow`s, under
/// `Heads` that differ from sheet to sheet; `CceRecords` puts the rows of one identifier together
/// to an `Entry`, which `Mapping` makes an item of.
///
/// Must stay true: an identifier is one item, in however many sheets it stands; only rows whose
/// identifier stands elsewhere too are held.
@NullMarked
package dev.pawl.feeds.format.cce;

import org.jspecify.annotations.NullMarked;
