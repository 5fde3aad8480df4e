/// What people see in a terminal: tables, colours, times in words, and the whole screen.
@NullMarked
package dev.pawl.cli.screen;

import org.jspecify.annotations.NullMarked;
