/// Reads Excel workbooks (Office Open XML): zip files of XML parts.
///
/// Start at [Workbook][dev.pawl.feeds.format.xlsx.Workbook]: each sheet is opened as
/// [SheetRows][dev.pawl.feeds.format.xlsx.SheetRows], which returns one
/// [SheetRow][dev.pawl.feeds.format.xlsx.SheetRow] after the other. `SharedStrings` holds the texts
/// that cells refer to by number.
///
/// Must stay true: only values are read, no formats and no formulas; empty rows are skipped,
/// however many a sheet declares.
@NullMarked
package dev.pawl.feeds.format.xlsx;

import org.jspecify.annotations.NullMarked;
