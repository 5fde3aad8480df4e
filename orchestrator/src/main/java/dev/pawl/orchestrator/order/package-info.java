/// In which order providers start.
///
/// Start at [Dependencies]: which provider needs which others to have completed. It is checked as a
/// whole when it is made (`Faults`), so an order always exists.
///
/// Must stay true: the order of registration decides between those that could start alike, so the
/// same registration always gives the same order; nothing here knows states, permits or time.
@NullMarked
package dev.pawl.orchestrator.order;

import org.jspecify.annotations.NullMarked;
