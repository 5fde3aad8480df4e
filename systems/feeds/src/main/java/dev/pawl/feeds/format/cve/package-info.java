/// Vulnerabilities: the CVE records of NVD, and CISA's catalogue of those known to be exploited.
///
/// Start at [CveFormats][dev.pawl.feeds.format.cve.CveFormats]. `NvdJson2` reads the pages of NVD's
/// API and its feeds, `NvdJson1` the feeds of before 2023, whose records `Modern` writes as of
/// today, `KevJson` the catalogue of CISA. [FeedMeta][dev.pawl.feeds.format.cve.FeedMeta] is the
/// small file beside a feed that says whether it is whole.
///
/// Must stay true: a record of today is the item's content as it is, never copied or changed. Its
/// time of change alone does not tell whether it changed.
@NullMarked
package dev.pawl.feeds.format.cve;

import org.jspecify.annotations.NullMarked;
