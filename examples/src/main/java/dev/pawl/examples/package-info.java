/// One runnable program per feature.
@NullMarked
package dev.pawl.examples;

import org.jspecify.annotations.NullMarked;
