/// What the commands of `pawl diamonds` share.
///
/// Start at [DiamondsContext]: it reads the store, and opens the system with the suppliers that
/// [RememberedSuppliers] keeps in a file. [SupplierLogin] is where user and password come from.
/// [AlertOptions] and [MirrorOption] say who gets alerts and copies of watermarks.
/// [DiamondsArguments] parses arguments of several commands.
///
/// Must stay true: a password is never stored or printed.
@NullMarked
package dev.pawl.cli.diamonds.context;

import org.jspecify.annotations.NullMarked;
