/// Vulnerabilities: the CVE records of NVD, and the known exploited vulnerabilities of CISA.
///
/// Start at [CveFormats][dev.pawl.feeds.format.cve.CveFormats]. `NvdJson2` reads the pages of the
/// NVD API and its feeds; `NvdJson1` reads the feeds before 2023, whose records `NvdJson1To2`
/// converts; `KevJson` reads the catalogue of CISA. [FeedMeta][dev.pawl.feeds.format.cve.FeedMeta]
/// is the file that comes with a feed to verify it.
///
/// Must stay true: a 2.0 record becomes the content of its item unchanged. A new `lastModified`
/// alone does not mean that a record changed.
@NullMarked
package dev.pawl.feeds.format.cve;

import org.jspecify.annotations.NullMarked;
