/// Keeps runs in an SQLite file.
@NullMarked
package dev.pawl.store;

import org.jspecify.annotations.NullMarked;
