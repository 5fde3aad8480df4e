/// The formats in which publishers publish: how a document is recognised and read.
///
/// Start at [Format][dev.pawl.feeds.format.Format]. A [Document][dev.pawl.feeds.format.Document] is
/// a file, or a part of a zip file, as it was published, and an
/// [Archive][dev.pawl.feeds.format.Archive] is a file that is looked through for them; an
/// [Edition][dev.pawl.feeds.format.Edition] says which version of what it is;
/// [Records][dev.pawl.feeds.format.Records] are read from it one after the other, and each becomes
/// an item by itself.
///
/// Must stay true: documents are not trusted. Memory does not grow with the size of a document, no
/// entity is expanded, nothing outside the document is fetched, and whatever is wrong is told with
/// what was expected, what was found and where.
@NullMarked
package dev.pawl.feeds.format;

import org.jspecify.annotations.NullMarked;
