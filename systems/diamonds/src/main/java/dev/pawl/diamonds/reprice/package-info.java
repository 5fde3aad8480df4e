/// Durable jobs that apply the rules to all stones again, and that undo it.
///
/// Start with `RepriceMachine` and `RevertMachine`. Each repeats one step: a range of stones, in
/// one commit with the cursor. An operator pauses, resumes and cancels them like any run; what is
/// applied stays applied, and is undone by a revert.
@NullMarked
package dev.pawl.diamonds.reprice;

import org.jspecify.annotations.NullMarked;
