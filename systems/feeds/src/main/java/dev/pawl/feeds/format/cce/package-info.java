/// The Common Configuration Enumeration of NIST: identifiers of settings, one sheet per platform.
///
/// Start at [CceFormats][dev.pawl.feeds.format.cce.CceFormats]. `CceWorkbook` reads the published
/// workbook, `CceCsv` one sheet of it converted to CSV. Both yield `CceRow`s, under `ColumnHeaders`
/// that differ between sheets; `CceRecords` groups the rows of an identifier into a `CceEntry`,
/// which `CceMapping` maps to an item.
///
/// Must stay true: an identifier is one item, however many sheets contain it; only rows with a
/// repeated identifier are held in memory.
@NullMarked
package dev.pawl.feeds.format.cce;

import org.jspecify.annotations.NullMarked;
