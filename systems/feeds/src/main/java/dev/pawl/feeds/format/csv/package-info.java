/// Reads comma-separated values as described by RFC 4180.
///
/// Start at [CsvTable][dev.pawl.feeds.format.csv.CsvTable]: the first row has the headers, each
/// other is a [CsvRow][dev.pawl.feeds.format.csv.CsvRow]. `CsvReader` splits the text into rows.
///
/// Must stay true: the length of a row is bounded, so that an open quote cannot swallow a document.
@NullMarked
package dev.pawl.feeds.format.csv;

import org.jspecify.annotations.NullMarked;
