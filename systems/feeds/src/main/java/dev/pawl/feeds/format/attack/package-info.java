/// MITRE ATT&CK: the techniques of adversaries, the groups that use them, and mitigations.
///
/// Start at [AttackFormats][dev.pawl.feeds.format.attack.AttackFormats]. `AttackBundle` is the
/// format, a STIX bundle of one domain. A first pass builds an `AttackIndex`: the object of each
/// ATT&CK id, and the links between objects. The second pass returns each object with its links, as
/// an `AttackObject`, which `AttackMapping` maps to an item.
///
/// Must stay true: an ATT&CK id is one item, even if a document has several objects with that id;
/// an active object wins over a retired one.
@NullMarked
package dev.pawl.feeds.format.attack;

import org.jspecify.annotations.NullMarked;
