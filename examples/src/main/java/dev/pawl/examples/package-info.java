/// One runnable program per feature; the README and the guide quote them.
///
/// Start at [Hello]. Each program takes a directory for its store, or makes one, prints what it is
/// about and ends by itself. `Scratch` is what they share.
///
/// Must stay true: every program runs in the tests, and is short enough to be read at once.
@NullMarked
package dev.pawl.examples;

import org.jspecify.annotations.NullMarked;
