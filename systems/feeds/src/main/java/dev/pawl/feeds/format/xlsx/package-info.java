/// Workbooks as Office Open XML has them: a zip file of XML parts.
///
/// Start at [Workbook][dev.pawl.feeds.format.xlsx.Workbook]: it has sheets, each is opened as
/// [SheetRows][dev.pawl.feeds.format.xlsx.SheetRows] and gives one
/// [SheetRow][dev.pawl.feeds.format.xlsx.SheetRow] after the other. `SharedStrings` are the texts
/// of all cells, which the sheets only number.
///
/// Must stay true: values only, no formats, no formulas; a row without values is not there, however
/// many a sheet declares.
@NullMarked
package dev.pawl.feeds.format.xlsx;

import org.jspecify.annotations.NullMarked;
