/** Events whose guards all reject: covered like a branch, although no transition is taken. */
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { branchesOf, nodesIn, nodesOf } from '#machines/tracing/machine-structure.ts';

/** Events that all guards of a state can reject, because each branch is guarded. */
export const guardRejectionsOf = (machine: AnyStateMachine): string[] =>
  nodesOf(machine).flatMap((node) =>
    branchesOf(node)
      .filter((branches) => branches.every(({ guard }) => guard !== undefined))
      .map((branches) => rejectionKey(node.id, branches[0]?.eventType ?? '')),
  );

/** Guard rejections of one event in a snapshot, given the transitions it took. */
export function guardRejectionsIn(
  before: AnyMachineSnapshot,
  eventType: string,
  taken: readonly string[],
): string[] {
  const rejections: string[] = [];
  for (
    let node: AnyStateNode | undefined = nodesIn(before).at(-1);
    node !== undefined;
    node = node.parent
  ) {
    const branches = node.transitions.get(eventType);
    if (branches === undefined) continue;
    if (taken.some((key) => key.startsWith(`${node.id} --${eventType}[`))) break;
    if (branches.every(({ guard }) => guard !== undefined))
      rejections.push(rejectionKey(node.id, eventType));
  }
  return rejections;
}

const rejectionKey = (state: string, event: string): string => `${state} --${event}[none]--> ·`;
