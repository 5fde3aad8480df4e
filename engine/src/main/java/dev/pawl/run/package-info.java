/// The values of a run: what the store keeps, what tools show, what runs send to each other.
///
/// Start at [Run], one durable instance of a machine. [RunStatus] has the table of its lifecycle;
/// its history is a list of [HistoryEntry]; what is sent to it is a [Message].
///
/// Must stay true: everything here is an immutable value without access to a clock, a store or an
/// engine. The whole state of a run is one `Run`, and recovery needs nothing else.
@NullMarked
package dev.pawl.run;

import org.jspecify.annotations.NullMarked;
