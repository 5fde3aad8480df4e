/// The transfer of one content into a file, whatever the source.
///
/// Start at [Download]. It asks a [ContentOpener] for the content, copies the [ContentBody] into a
/// [PartFile], checks it and publishes the file. Each source of objects implements [ObjectStorage],
/// which an [ObjectOpener] turns into contents.
///
/// Must stay true: this package knows no protocol; everything that blocks runs under a
/// [TransferWatch]. It is internal to the module.
@NullMarked
package dev.pawl.fetch.transfer;

import org.jspecify.annotations.NullMarked;
