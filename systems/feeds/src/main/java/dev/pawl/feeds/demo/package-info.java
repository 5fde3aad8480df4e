/// A demonstration: the whole system on the sample set, with a publisher that misbehaves.
///
/// Start at [Demo][dev.pawl.feeds.demo.Demo]. A `Publisher` on loopback serves the samples that the
/// jar has, and vulnerabilities by a `MadeUpApi`; a `Script` orders and waits, so that every state
/// of a provider is seen, and a [Narrator][dev.pawl.feeds.demo.Narrator] hears what happens.
///
/// Must stay true: it needs nothing but loopback; the script waits for what it tells and never for
/// a time, so that it is the same on a slow machine.
@NullMarked
package dev.pawl.feeds.demo;

import org.jspecify.annotations.NullMarked;
