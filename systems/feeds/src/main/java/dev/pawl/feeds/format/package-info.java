/// The formats in which sources are published: how a document is recognised and read.
///
/// Start at [Format][dev.pawl.feeds.format.Format]. A
/// [DocumentFile][dev.pawl.feeds.format.DocumentFile] is an open file; each
/// [Document][dev.pawl.feeds.format.Document] of it is the file itself or an entry of a zip file.
/// An [Edition][dev.pawl.feeds.format.Edition] is the version of the catalogue that a document
/// contains. [Records][dev.pawl.feeds.format.Records] reads its records one after the other, and
/// each becomes an item. The packages below hold one source each, or one syntax that several share.
///
/// Must stay true: documents are untrusted. Memory does not grow with the size of a document, no
/// entity is expanded, nothing outside the document is fetched, and every error says what was
/// expected, what was found and where.
@NullMarked
package dev.pawl.feeds.format;

import org.jspecify.annotations.NullMarked;
