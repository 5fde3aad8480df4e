/// Recovers runs that an earlier process or another node has left.
///
/// Start at [StartupRecovery], which recovers every run after the engine has opened; [RunRecovery]
/// recovers one, for it and for the nodes of a cluster. [TaskCheck] verifies that every running run
/// has a task.
///
/// Must stay true: recovery may be interrupted anywhere, because what was not recovered is found
/// again; a message is delivered once.
@NullMarked
package dev.pawl.engine.internal.recovery;

import org.jspecify.annotations.NullMarked;
