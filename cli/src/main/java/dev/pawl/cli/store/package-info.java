/// Commands about the store: verify it, query it with SQL, report recovery, move it.
///
/// [StoreCommands] registers them. Only `sql` handles errors of a database driver.
@NullMarked
package dev.pawl.cli.store;

import org.jspecify.annotations.NullMarked;
