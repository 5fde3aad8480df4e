/// Messages to people, each delivered by a durable run.
///
/// Start at [Alerts][dev.pawl.pipeline.alert.Alerts].
@NullMarked
package dev.pawl.pipeline.alert;

import org.jspecify.annotations.NullMarked;
