/// Loading: finds documents, decides which of them count, and reads them record by record.
///
/// Start at [Feed][dev.pawl.feeds.load.Feed], which makes a provider of a source. A
/// [Shelf][dev.pawl.feeds.load.Shelf] is where documents are, a
/// [Selection][dev.pawl.feeds.load.Selection] is which of them are read and which are passed over,
/// and why; `Pages` reads them, and the cursor says how far. `Making` makes items of records, also
/// of those that were put aside. [Documents][dev.pawl.feeds.load.Documents] are all of that as a
/// source, which can be one of several of a provider.
///
/// Must stay true: what is a document of what is decided by its content; a document that was read
/// to its end is not read again unless everything is.
@NullMarked
package dev.pawl.feeds.load;

import org.jspecify.annotations.NullMarked;
