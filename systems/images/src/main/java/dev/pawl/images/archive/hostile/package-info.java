/// Archives that try to do harm, to test that they cannot.
///
/// Start at [SelfTest]: it surveys and extracts each of the [HostileArchives] under both policies
/// and compares the results with the expected rule. `TarWriter` and `ImageWriter` write the
/// archives, which are grouped by what they attack.
///
/// What must stay true: every archive is generated here, and large ones are streamed. Nothing
/// outside that an archive points to exists, so even a broken extraction would do no harm.
@NullMarked
package dev.pawl.images.archive.hostile;

import org.jspecify.annotations.NullMarked;
