/// Draws a machine as a picture.
///
/// [Drawing] is the way in. Its idea: states stand in one column in their own order, so that they
/// can never overlap; what goes on to the next state is a straight arrow, and every other way runs
/// through a lane beside the column, forward to the right and back to the left. A lane is as wide
/// as its widest label, and labels stand where no arrow crosses a lane: between two states.
@NullMarked
package dev.pawl.cli.drawing;

import org.jspecify.annotations.NullMarked;
