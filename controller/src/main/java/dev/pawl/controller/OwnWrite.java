package dev.pawl.controller;

/// A version that a write of this controller has created.
///
/// @param object the identity of what was written, the same one as in [Controller#changed]
/// @param version its version after the write
public record OwnWrite(String object, String version) {}
