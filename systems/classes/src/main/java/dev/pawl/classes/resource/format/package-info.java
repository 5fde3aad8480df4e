/// `ClassRuntime` as JSON and YAML.
///
/// [RuntimeReader][dev.pawl.classes.resource.format.RuntimeReader] reads a manifest and collects
/// every error with its path; [RuntimeWriter][dev.pawl.classes.resource.format.RuntimeWriter] is
/// its inverse; [ClassRuntimeCrd][dev.pawl.classes.resource.format.ClassRuntimeCrd] prints the
/// definition of the resource.
///
/// Must stay true: reading never throws, whatever the JSON is, and ignores fields it does not know.
@NullMarked
package dev.pawl.classes.resource.format;

import org.jspecify.annotations.NullMarked;
