/// The demo: all sources on sample data, with a publisher that throttles and fails.
///
/// Start at [FeedsDemo][dev.pawl.feeds.demo.FeedsDemo]. A `Publisher` on loopback serves the
/// samples from the jar, and vulnerabilities from a `FakeNvdApi`. A `DemoScript` sends orders and
/// waits, so that every state of a source is seen, and a
/// [DemoListener][dev.pawl.feeds.demo.DemoListener] receives the messages.
///
/// Must stay true: the demo needs only loopback; the script waits for states and never for a time,
/// so that it works on a slow machine.
@NullMarked
package dev.pawl.feeds.demo;

import org.jspecify.annotations.NullMarked;
