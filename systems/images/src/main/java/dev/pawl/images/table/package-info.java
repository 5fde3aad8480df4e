/// The tables of the system, which live in the engine's store.
///
/// Start at [Catalog], which reads them, and at [ImageTables] and [Removals], whose writes a step
/// commits together with its transition. [ImagesSchema] creates the tables; a record per table
/// ([Image], [Volume], [UnpackedImage], [Snapshot], [SecurityEvent]) is one row. [ImageIds] derives
/// names.
///
/// What must stay true: each write may be repeated over its own result and changes nothing then. A
/// row of `volumes` is written before its volume is created, so that every volume has an owner. No
/// write uses an image that is being deleted.
@NullMarked
package dev.pawl.images.table;

import org.jspecify.annotations.NullMarked;
