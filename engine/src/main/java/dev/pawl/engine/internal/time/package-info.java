/// Time: when runs are woken, when alarms fire, and when schedules start runs.
///
/// Start at [Timers], which wakes runs and fires alarms with one task. [StopMonitor] checks that
/// bodies stop when asked. [Cadence] says when a schedule fires, by an interval or by a [Cron]
/// expression; [CatchUp] which late fires are caught up.
///
/// Must stay true: a million waiting runs cost neither memory nor a scan; a wake that is out of
/// date does no harm.
@NullMarked
package dev.pawl.engine.internal.time;

import org.jspecify.annotations.NullMarked;
