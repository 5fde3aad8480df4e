/// One runnable program per feature; the README and the guide quote them.
///
/// Start at [Hello]. Each program takes a directory for its store, or creates one, and prints its
/// results. They share [Scratch].
///
/// Must stay true: the tests run every program, and each is short enough to read at once.
@NullMarked
package dev.pawl.examples;

import org.jspecify.annotations.NullMarked;
