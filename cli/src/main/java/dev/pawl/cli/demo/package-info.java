/// The demonstration: orders go through a pipeline whose process is killed in the middle.
///
/// [Demo] is the process that people start. It starts a second one, which executes [DemoWorker];
/// kills it with SIGKILL; starts it again; and counts what was executed and what was recorded.
///
/// Must stay true: the worker does not know that it is killed, nor whether it was killed before.
@NullMarked
package dev.pawl.cli.demo;

import org.jspecify.annotations.NullMarked;
