/// The definition of a store, as tests.
///
/// Extend [StoreContract] with how a store is opened, reopened and crashed; it is a store if every
/// inherited test passes. [ClusterContract] is the same for a store that several nodes share. Each
/// is composed of interfaces with default test methods, one for each topic: commits, runs, filters,
/// leases and so on. [SampleRuns] makes the runs that they write.
///
/// Must stay true: a test of the contract uses the store alone, so it holds for any implementation.
@NullMarked
package dev.pawl.testkit.contract;

import org.jspecify.annotations.NullMarked;
