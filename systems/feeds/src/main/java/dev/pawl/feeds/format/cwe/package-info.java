/// The Common Weakness Enumeration of MITRE.
///
/// Start at [CweFormats][dev.pawl.feeds.format.cwe.CweFormats].
@NullMarked
package dev.pawl.feeds.format.cwe;

import org.jspecify.annotations.NullMarked;
