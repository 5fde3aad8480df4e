/// When an object is evaluated, and when not: pure rules and small bounded states.
///
/// `WakeUps` coalesces the wake-ups of one object. `Activity` remembers its last decisions and
/// recognises hot loops and flapping; `HotLoopLimit` says when. `OwnWrites` recognises the events
/// of the controller's own writes.
///
/// Must stay true: nothing here reads a clock, waits or starts a thread; every collection is
/// bounded.
@NullMarked
package dev.pawl.controller.pace;

import org.jspecify.annotations.NullMarked;
