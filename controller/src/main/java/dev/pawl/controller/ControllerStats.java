package dev.pawl.controller;

/// Counts of a controller since it was created.
///
/// @param objects the objects that it knows now
/// @param evaluations the evaluations in memory
/// @param dropped the events of own writes
/// @param errors errors of the controller itself; each is logged
public record ControllerStats(int objects, long evaluations, long dropped, long errors) {}
