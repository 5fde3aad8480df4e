/// Drives observed objects to their desired state.
///
/// A wake-up is evaluated in memory first. Only what must survive a restart is stored: the memory
/// of an object, its decisions, pending actions and the time of its next wake-up.
///
/// Must stay true: an evaluation is pure and total; a wake-up that changes nothing commits nothing
/// and makes no request; no action is performed before the decision that contains it is durable.
@NullMarked
package dev.pawl.controller;

import org.jspecify.annotations.NullMarked;
