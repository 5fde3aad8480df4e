/// Ratings of stones from 1 to 10, by rules; pure.
///
/// Start with `Ratings`: the first rule whose conditions all hold gives the rating. A condition is
/// written as `1.5..2` or `ROUND|OVAL`, and is about one field of `Stone.fields`.
@NullMarked
package dev.pawl.diamonds.rating;

import org.jspecify.annotations.NullMarked;
