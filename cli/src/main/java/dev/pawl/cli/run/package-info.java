/// Commands about runs: start, list, show, explain and operate them.
///
/// [RunCommands] registers them. Orders for one run share `RunOrder`, orders for many runs are
/// `BulkCommand`. [RunJson] is the shape of a run in `--json`, which programs rely on.
@NullMarked
package dev.pawl.cli.run;

import org.jspecify.annotations.NullMarked;
