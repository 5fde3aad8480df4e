/// Whether a recommendation is applied now.
///
/// [EnforcementTable][dev.pawl.classes.enforcement.EnforcementTable] decides for one function and
/// dimension from its [EnforcementState][dev.pawl.classes.enforcement.EnforcementState];
/// [Gates][dev.pawl.classes.enforcement.Gates] say whether it may decide at all;
/// [ScaleTarget][dev.pawl.classes.enforcement.ScaleTarget] says which child carries the value.
///
/// Must stay true: a cooldown starts only after a confirmed success; a value in force is not
/// applied again; missing or stale data never changes a scale.
@NullMarked
package dev.pawl.classes.enforcement;

import org.jspecify.annotations.NullMarked;
