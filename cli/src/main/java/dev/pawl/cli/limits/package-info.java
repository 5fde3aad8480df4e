/// Commands about what limits and times runs: queues, permit pools, request budgets and schedules.
///
/// [LimitCommands] registers them. A command that changes something prints it as it is afterwards.
@NullMarked
package dev.pawl.cli.limits;

import org.jspecify.annotations.NullMarked;
