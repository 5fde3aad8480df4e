/// The demo of `pawl classes`: a cluster and a manager in processes of their own, one of which is
/// killed.
///
/// Start at [ClassDemo], which plays it; [PawlProcess] is one execution of the command.
@NullMarked
package dev.pawl.cli.classes.demo;

import org.jspecify.annotations.NullMarked;
