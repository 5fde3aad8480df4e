/// Durable alerts: started in the commit that causes them, delivered at least once by every channel
/// that is configured for them, and visible until then.
///
/// Start at [dev.pawl.pipeline.alert.Alerts]. An alert is a run of the machine `alert`, which
/// starts one child of the machine `alert-delivery` per channel; a channel that fails does not
/// delay the others. What a channel does is behind [dev.pawl.pipeline.alert.AlertChannel]; who gets
/// what is an [dev.pawl.pipeline.alert.AlertRoute]. [dev.pawl.pipeline.alert.AlertQueries] reads
/// the status from the runs, so that there is no second record that could differ.
///
/// What must stay true: an alert is never lost once its cause is durable; the same category and key
/// is one alert; all attempts of a delivery carry the same message id; nothing that an alert
/// contains becomes a header, a command or a second recipient.
@NullMarked
package dev.pawl.pipeline.alert;

import org.jspecify.annotations.NullMarked;
