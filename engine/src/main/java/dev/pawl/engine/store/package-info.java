@NullMarked
package dev.pawl.engine.store;

import org.jspecify.annotations.NullMarked;
