/// What operators ask for, as durable runs: an order is in the history with its actor and reason,
/// and is carried out by whichever engine is open next.
///
/// Start at [DiamondOrderMachine][dev.pawl.diamonds.order.DiamondOrderMachine], which sends events
/// to runs and changes rules; `ReplayMachine` consolidates quarantined stones again.
///
/// Must stay true: an order that is refused changes nothing and says why.
@NullMarked
package dev.pawl.diamonds.order;

import org.jspecify.annotations.NullMarked;
