/// How tools control an engine: through a socket in its home directory while it is open, and on the
/// store itself otherwise.
///
/// Start at [ControlRequest], which has one record for everything that a tool can ask, with the
/// type of its result. A [Control] executes requests. [EngineControl] says what each one does on an
/// engine; [OfflineControl] opens an unattended engine on the store for it; [ControlClient] sends
/// it as one line of JSON to the [ControlServer] of another process, where errors become a
/// [ControlException]. [Json] encodes requests and results. A new operation is a new record and a
/// case in [EngineControl].
///
/// Must stay true: only the owner of the directory can connect; the memory for a request is
/// bounded; an error of one request does not affect others.
@NullMarked
package dev.pawl.engine.control;

import org.jspecify.annotations.NullMarked;
