/// What the commands of `pawl classes` share.
///
/// Start at [ClassesContext]: it connects to the cluster that [ClusterOption] names or that
/// [RememberedCluster] keeps in a file of the home directory, and reads the store. [SimulatedHome]
/// is where a simulated cluster leaves its address.
@NullMarked
package dev.pawl.cli.classes.context;

import org.jspecify.annotations.NullMarked;
