/// What the machines are asked for and what they answer.
///
/// Start at [ProcessRequest]: `ProcessRequest.of(source, key)` has good defaults, and a method of
/// the same name changes each of them. [ImageFailure] classifies the reason of a run that failed.
///
/// What must stay true: these records are stored as JSON with each run, so the names of their
/// components are a format and do not change. A component that may be absent is null.
@NullMarked
package dev.pawl.images.request;

import org.jspecify.annotations.NullMarked;
