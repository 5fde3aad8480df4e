/// MITRE ATT&CK: what adversaries do, who they are, and what helps against it.
///
/// Start at [AttackFormats][dev.pawl.feeds.format.attack.AttackFormats]. `AttackBundle` is the
/// format, a STIX bundle of one domain. A first pass makes an `Index`: which object stands for
/// which ATT&CK id, and who refers to whom. The second gives each object with its links, as an
/// `AttackObject`, which `Mapping` turns into an item.
///
/// Must stay true: an ATT&CK id is one item, even where the document has several objects of it;
/// what is in force comes before what is retired.
@NullMarked
package dev.pawl.feeds.format.attack;

import org.jspecify.annotations.NullMarked;
