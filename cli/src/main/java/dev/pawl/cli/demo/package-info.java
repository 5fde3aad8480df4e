/// The demo: orders go through a pipeline whose process is killed halfway.
///
/// [CrashDemo] runs in the process that the user starts. It starts a second process, which executes
/// [DemoWorker], kills it with SIGKILL, starts it again, and counts what was executed and recorded.
///
/// Must stay true: the worker does not know that it will be killed, nor whether it was.
@NullMarked
package dev.pawl.cli.demo;

import org.jspecify.annotations.NullMarked;
