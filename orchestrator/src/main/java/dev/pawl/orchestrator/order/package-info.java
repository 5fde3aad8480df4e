/// The order in which providers start.
///
/// Start at [Dependencies]: which providers must complete before another starts. It is checked as a
/// whole when it is created (`DependencyErrors`), so an order always exists.
///
/// Must stay true: where several providers could start, the order of registration decides, so the
/// same registration always gives the same order; nothing here knows states, permits or time.
@NullMarked
package dev.pawl.orchestrator.order;

import org.jspecify.annotations.NullMarked;
