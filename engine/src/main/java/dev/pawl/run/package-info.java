/// The values of a run: what is stored, what is shown, what travels between runs.
///
/// Start at [Run]: one durable instance of a machine. Its life is the table in [RunStatus]; what
/// happened to it is a list of [HistoryEntry]; what others send to it is [Mail].
///
/// Must stay true: everything here is an immutable value that knows no clock, no store and no
/// engine; the state of a run is one `Run`, and recovery reads just that.
@NullMarked
package dev.pawl.run;

import org.jspecify.annotations.NullMarked;
