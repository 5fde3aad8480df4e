/// The commands of `pawl diamonds` about stones: find and explain them, their changes, their prices
/// and what is quarantined.
///
/// Start at [StoneCommands], which registers them. They read the store through
/// [DiamondsContext][dev.pawl.cli.diamonds.context.DiamondsContext].
@NullMarked
package dev.pawl.cli.diamonds.stones;

import org.jspecify.annotations.NullMarked;
