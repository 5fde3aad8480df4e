/// Reads STIX bundles: objects that refer to each other by ids.
///
/// Start at [Bundle][dev.pawl.feeds.format.stix.Bundle], which returns the objects of a document
/// one after the other, each a [StixObject][dev.pawl.feeds.format.stix.StixObject].
///
/// Must stay true: nothing here depends on the publisher of the objects.
@NullMarked
package dev.pawl.feeds.format.stix;

import org.jspecify.annotations.NullMarked;
