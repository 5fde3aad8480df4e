/// Tables of comma-separated values, as RFC 4180 describes them.
///
/// Start at [CsvTable][dev.pawl.feeds.format.csv.CsvTable]: its first row has the heads, each other
/// is a [CsvRow][dev.pawl.feeds.format.csv.CsvRow]. `CsvReader` finds the rows in the characters.
///
/// Must stay true: a row has bounds, so that an open quote cannot swallow a document.
@NullMarked
package dev.pawl.feeds.format.csv;

import org.jspecify.annotations.NullMarked;
