/// The resource `ClassRuntime` as values: what a user asks for, and what the controller reports.
///
/// Start at [ClassRuntime][dev.pawl.classes.resource.ClassRuntime]. Its spec is
/// [ClassRuntimeSpec][dev.pawl.classes.resource.ClassRuntimeSpec], its status
/// [ClassRuntimeStatus][dev.pawl.classes.resource.ClassRuntimeStatus];
/// [Phase][dev.pawl.classes.resource.Phase] has the table of legal changes. Package `format` reads
/// and writes them as JSON.
///
/// Must stay true: values never change and know no JSON.
@NullMarked
package dev.pawl.classes.resource;

import org.jspecify.annotations.NullMarked;
