/// How MITRE publishes its catalogues as XML: what CWE and CAPEC have in common.
///
/// Start at [Catalogue][dev.pawl.feeds.format.mitre.Catalogue], which recognises and reads one. An
/// [Entry][dev.pawl.feeds.format.mitre.Entry] is a weakness, an attack pattern, a category or a
/// view, together with the works that the catalogue lists at its end.
///
/// Must stay true: of the whole document only the list of works is kept, within a bound.
@NullMarked
package dev.pawl.feeds.format.mitre;

import org.jspecify.annotations.NullMarked;
