/// The SCAP Security Guide: rules for the safe configuration of a product, and profiles of rules.
///
/// Start at [SsgFormats][dev.pawl.feeds.format.ssg.SsgFormats]. `Checklist` is the guide itself, an
/// XCCDF benchmark, alone or in a SCAP data stream. `ChecklistRecords` walks through it once: rules
/// and values come out as they end, groups when all in them has passed, profiles and the benchmark
/// at last, when `Selection` knows what each profile selects. `ChecklistMapping` makes items of
/// them. `Guide` and `Table` are pages made from it for people; `PageFormat` reads either by one
/// look through the page.
///
/// Must stay true: a group never holds the text of what is in it; the parts of a data stream that
/// are for machines are passed over.
@NullMarked
package dev.pawl.feeds.format.ssg;

import org.jspecify.annotations.NullMarked;
