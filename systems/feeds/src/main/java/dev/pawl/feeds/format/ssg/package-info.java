/// The SCAP Security Guide: rules for the secure configuration of a product, and profiles of rules.
///
/// Start at [SsgFormats][dev.pawl.feeds.format.ssg.SsgFormats]. `Checklist` is the format of the
/// guide, an XCCDF benchmark, alone or in a SCAP data stream. `ChecklistRecords` reads it in one
/// pass: rules and values as they end, groups after their members, profiles and the benchmark last,
/// when `RuleSelection` knows what each profile selects. `ChecklistMapping` maps the parts to
/// items. `ProfileGuide` and `RuleTable` read web pages generated from the guide, both as a
/// `PageFormat`.
///
/// Must stay true: a group never holds the text of its members; other parts of a data stream are
/// skipped.
@NullMarked
package dev.pawl.feeds.format.ssg;

import org.jspecify.annotations.NullMarked;
