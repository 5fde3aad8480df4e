/// What tools do with classes from outside of the manager: they apply, list, hold and delete them,
/// and install the manager.
///
/// Start at [ClassClient][dev.pawl.classes.client.ClassClient]. `ManifestFile` reads what people
/// write; `ClassDetails` is what they see; `InstallManifests` is what a cluster needs;
/// `ClassReplay` evaluates recorded decisions again.
///
/// Must stay true: a tool writes the spec and annotations of classes alone; everything else belongs
/// to the manager.
@NullMarked
package dev.pawl.classes.client;

import org.jspecify.annotations.NullMarked;
