/// The diamonds system: a supplier's inventory, priced and canonical.
@NullMarked
package dev.pawl.diamonds;

import org.jspecify.annotations.NullMarked;
