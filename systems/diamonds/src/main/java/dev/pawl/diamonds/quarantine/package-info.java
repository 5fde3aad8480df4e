/// Payloads that have no stone, and their way back.
///
/// Start with `StoneQuarantine`. A stone is in quarantine for its newest payload; a good payload,
/// or a replay after the mapping or a rule was corrected, takes it out.
@NullMarked
package dev.pawl.diamonds.quarantine;

import org.jspecify.annotations.NullMarked;
