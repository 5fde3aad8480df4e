/// The demo of `pawl diamonds`: a simulator in this process, and the real command in others, one of
/// which is killed.
///
/// Start at [LoadDemo], which plays it; [LoadProcess] is one execution of `pawl diamonds run`.
@NullMarked
package dev.pawl.cli.diamonds.demo;

import org.jspecify.annotations.NullMarked;
