/// Draws a machine as SVG.
///
/// Start at [Drawing]. States form one column in their order, so that they never overlap. The arrow
/// to the next state is straight; every other arrow runs through a lane beside the column, forward
/// on the right and back on the left. A lane is as wide as its widest label, and labels are placed
/// where no arrow crosses a lane: between two states. A composite state is one box.
@NullMarked
package dev.pawl.cli.drawing;

import org.jspecify.annotations.NullMarked;
