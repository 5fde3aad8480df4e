/// Archives that try to do harm, to prove that they cannot.
///
/// Start at [SelfTest]: it sends every one of the [HostileArchives] through a survey and an
/// extraction under both policies and says what was expected and what happened. The archives are
/// made by `TarWriter`, which can write wrong things, and are grouped by what they try.
///
/// Must stay true: every archive is made here, the large ones while they are written; what they
/// point to outside does not exist, so that even a broken extraction would do no harm.
@NullMarked
package dev.pawl.images.archive.hostile;

import org.jspecify.annotations.NullMarked;
