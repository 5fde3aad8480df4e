/// Reads JSON documents record by record.
///
/// Start at [JsonList][dev.pawl.feeds.format.json.JsonList], the records of a document.
/// [JsonHead][dev.pawl.feeds.format.json.JsonHead] parses the start of a document to recognise it;
/// [JsonFields][dev.pawl.feeds.format.json.JsonFields] reads and checks the values of one record.
///
/// Must stay true: only one record is in memory at a time.
@NullMarked
package dev.pawl.feeds.format.json;

import org.jspecify.annotations.NullMarked;
