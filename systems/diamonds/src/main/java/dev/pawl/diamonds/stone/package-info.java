/// The canonical stone: one shape for the stones of every supplier.
///
/// Start with `Stone`. Its parts are records; `Stone.fields` is the flat form, by which stones are
/// hashed, compared, rated and stored. What must stay true: a field that a customer or a price
/// depends on is in `Stone.fields`, because a change of any other value is not noticed.
@NullMarked
package dev.pawl.diamonds.stone;

import org.jspecify.annotations.NullMarked;
