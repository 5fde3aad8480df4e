@NullMarked
package dev.pawl.machine;

import org.jspecify.annotations.NullMarked;
