/// The settings of a pipeline as values: pages, runs and consolidation.
///
/// Start at [PipelineSettings][dev.pawl.pipeline.settings.PipelineSettings], which holds the
/// others. Must stay true: every setting has a default and is checked when it is created.
@NullMarked
package dev.pawl.pipeline.settings;

import org.jspecify.annotations.NullMarked;
