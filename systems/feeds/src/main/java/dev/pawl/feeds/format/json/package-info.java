/// Reading JSON documents record by record.
///
/// Start at [JsonList][dev.pawl.feeds.format.json.JsonList], the records of a document.
/// [JsonHead][dev.pawl.feeds.format.json.JsonHead] is what the beginning of a document says, for
/// recognising it; [Fields][dev.pawl.feeds.format.json.Fields] takes values out of one record and
/// tells what is wrong with them.
///
/// Must stay true: only one record is in memory at a time.
@NullMarked
package dev.pawl.feeds.format.json;

import org.jspecify.annotations.NullMarked;
