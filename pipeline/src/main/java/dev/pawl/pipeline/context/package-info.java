/// What the machines of a pipeline share: feeds, budgets, settings and alerts.
///
/// Internal: start at [Pipeline][dev.pawl.pipeline.Pipeline] instead.
@NullMarked
package dev.pawl.pipeline.context;

import org.jspecify.annotations.NullMarked;
