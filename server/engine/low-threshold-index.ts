/** Armed `low` thresholds by target and window length in days, so that each window is searched only once. */
import type { Int32List } from './int32-list.ts';

export class LowThresholdIndex {
  readonly #groups = new Map<number, Map<number, number[]>>();

  add(target: number, days: number, handle: number): void {
    let groups = this.#groups.get(target);
    if (groups === undefined) {
      groups = new Map();
      this.#groups.set(target, groups);
    }
    const handles = groups.get(days);
    if (handles === undefined) groups.set(days, [handle]);
    else handles.push(handle);
  }

  /** One pass over a target's groups, however many are removed. */
  remove(target: number, removed: ReadonlySet<number>): void {
    const groups = this.#groups.get(target);
    for (const [days, handles] of groups ?? []) {
      const left = handles.filter((handle) => !removed.has(handle));
      if (left.length === 0) this.#deleteGroup(target, days);
      else if (left.length < handles.length) groups?.set(days, left);
    }
  }

  /** Removes the groups that fire and appends their handles to `popped`. @param fires called once per number of days */
  pop(target: number, fires: (days: number) => boolean, popped: Int32List): void {
    for (const [days, handles] of this.#groups.get(target) ?? []) {
      if (!fires(days)) continue;
      for (const handle of handles) popped.push(handle);
      this.#deleteGroup(target, days);
    }
  }

  has(target: number): boolean {
    return this.#groups.has(target);
  }

  #deleteGroup(target: number, days: number): void {
    const groups = this.#groups.get(target);
    groups?.delete(days);
    if (groups?.size === 0) this.#groups.delete(target);
  }
}
