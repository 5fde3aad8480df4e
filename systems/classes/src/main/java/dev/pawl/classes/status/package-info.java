/// How the status of a class changes: by merging, never by replacing it.
///
/// [StatusReducer][dev.pawl.classes.status.StatusReducer] is the only way to a new status: one verb
/// for evaluations, one for recommendations, one for enforcements, and one for what another manager
/// needs to continue.
///
/// Must stay true: each verb changes its own fields alone, so the order of concurrent changes does
/// not matter; a merge that changes nothing returns the same object.
@NullMarked
package dev.pawl.classes.status;

import org.jspecify.annotations.NullMarked;
