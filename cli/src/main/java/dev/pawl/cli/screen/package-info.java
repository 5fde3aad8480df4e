/// What people see in a terminal: tables, colours, and times in words.
@NullMarked
package dev.pawl.cli.screen;

import org.jspecify.annotations.NullMarked;
