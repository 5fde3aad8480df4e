/// STIX bundles: objects that refer to each other by ids that only machines read.
///
/// Start at [Bundle][dev.pawl.feeds.format.stix.Bundle], which gives the objects of a document one
/// after the other; [StixObject][dev.pawl.feeds.format.stix.StixObject] is one of them.
///
/// Must stay true: nothing here knows whose objects they are.
@NullMarked
package dev.pawl.feeds.format.stix;

import org.jspecify.annotations.NullMarked;
