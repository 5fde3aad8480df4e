/// Commands about machines and the nodes that execute them.
///
/// [MachineCommands] registers them. `JarMachines` loads machines from jars, for `check` before a
/// deployment and for `node`, which executes them and logs what happens with `NodeLog`.
@NullMarked
package dev.pawl.cli.machine;

import org.jspecify.annotations.NullMarked;
