/// What a class needs now: a pure function of what is asked, what was seen and what is remembered.
///
/// Start at [StateEvaluator][dev.pawl.classes.evaluation.StateEvaluator]: it takes an
/// [EvalInput][dev.pawl.classes.evaluation.EvalInput] and returns an
/// [EvalResult][dev.pawl.classes.evaluation.EvalResult] with the phase, conditions,
/// [Action][dev.pawl.classes.evaluation.Action]s and the
/// [ClassMemory][dev.pawl.classes.evaluation.ClassMemory] to keep.
///
/// Must stay true: it never throws, and the same input gives the same result. A change of phase is
/// in the table of `Phase`. What could not be listed is never taken for absent. With nothing to
/// change it allocates little, because every wake-up evaluates first.
@NullMarked
package dev.pawl.classes.evaluation;

import org.jspecify.annotations.NullMarked;
