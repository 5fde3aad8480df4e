/// How the commands of `pawl classes` show classes.
///
/// Start at [ClassPage], the page of one class. [ClassCauses] says in one line why a class is as it
/// is, [ManagerLog] what the manager does.
@NullMarked
package dev.pawl.cli.classes.display;

import org.jspecify.annotations.NullMarked;
