/// The commands of `pawl classes`: the manager, the classes of a cluster, and a simulated cluster.
///
/// Start at [ClassesCommands], which registers all commands. [ClassesRunCommand] is the manager;
/// [ClassesSimulateCommand] is a cluster for users without one. The others ask the cluster through
/// [ClassesContext][dev.pawl.cli.classes.context.ClassesContext], and the store for what the
/// manager has decided.
@NullMarked
package dev.pawl.cli.classes;

import org.jspecify.annotations.NullMarked;
