/// What is recommended for a function, from what was measured. Pure arithmetic.
///
/// [NfrAnalyzer][dev.pawl.classes.analysis.NfrAnalyzer] turns
/// [FunctionMetrics][dev.pawl.classes.analysis.FunctionMetrics] into recommendations;
/// [AvailabilityMath][dev.pawl.classes.analysis.AvailabilityMath] knows how many replicas an
/// availability needs.
///
/// Must stay true: data that is missing, stale or too little never lowers a value.
@NullMarked
package dev.pawl.classes.analysis;

import org.jspecify.annotations.NullMarked;
