/// The rules of pricing and rating as they are stored, and what they would do.
///
/// Start with `PricingRules`. A rule never changes: it is added, and retired; a correction is a new
/// rule with its own id. So a stone's rule, and the rules of any past moment, can be found again.
@NullMarked
package dev.pawl.diamonds.rules;

import org.jspecify.annotations.NullMarked;
