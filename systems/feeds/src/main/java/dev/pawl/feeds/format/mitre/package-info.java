/// The XML of MITRE catalogues: what CWE and CAPEC have in common.
///
/// Start at [Catalogue][dev.pawl.feeds.format.mitre.Catalogue], the format. A
/// [CatalogueEntry][dev.pawl.feeds.format.mitre.CatalogueEntry] is a weakness, an attack pattern, a
/// category or a view, together with the cited works that the catalogue lists at its end.
///
/// Must stay true: only the list of cited works is kept in memory, up to a maximum.
@NullMarked
package dev.pawl.feeds.format.mitre;

import org.jspecify.annotations.NullMarked;
