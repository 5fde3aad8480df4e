/// The `pawl` command.
@NullMarked
package dev.pawl.cli;

import org.jspecify.annotations.NullMarked;
