/// How tools talk to an engine: while one is open, through a socket in its home directory, and
/// otherwise with the store itself.
///
/// Start at [Control]: everything that a command can ask or order. It has three implementations: on
/// an open engine, on a store without one, and [ControlClient], which sends each call as one line
/// of JSON ([Request]) to the [ControlServer] of another process. What goes wrong on the far side
/// arrives as a [ControlException] that says what kind of trouble it is.
///
/// Must stay true: only the owner of the directory can connect; one request cannot take more memory
/// than its bound; and an error of a request ends that request alone.
@NullMarked
package dev.pawl.engine.control;

import org.jspecify.annotations.NullMarked;
