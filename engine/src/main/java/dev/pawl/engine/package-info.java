@NullMarked
package dev.pawl.engine;

import org.jspecify.annotations.NullMarked;
