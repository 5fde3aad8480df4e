/// Objects in a directory.
///
/// Start at [FileStorage]; `FileListing` lists a directory in the order of keys.
///
/// Must stay true: nothing outside the directory is read. It is internal to the module.
@NullMarked
package dev.pawl.fetch.file;

import org.jspecify.annotations.NullMarked;
