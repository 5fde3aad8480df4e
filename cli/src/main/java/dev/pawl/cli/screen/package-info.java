/// Output for people: tables, colours, times as text, and the whole screen of a terminal.
@NullMarked
package dev.pawl.cli.screen;

import org.jspecify.annotations.NullMarked;
