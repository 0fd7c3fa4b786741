import type { Int32List } from './int32-list.ts';

/**
 * The armed `low` thresholds of each target, by days: those that look back as far fire together, so a window
 * is searched once however many they are.
 */
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

  remove(target: number, days: number, handle: number): void {
    const handles = this.#groups.get(target)?.get(days);
    const at = handles?.indexOf(handle) ?? -1;
    if (handles === undefined || at === -1) return;
    handles.splice(at, 1);
    if (handles.length === 0) this.#drop(target, days);
  }

  /** Takes out the groups that fire. @param fires asked once per number of days */
  take(target: number, fires: (days: number) => boolean, taken: Int32List): void {
    for (const [days, handles] of this.#groups.get(target) ?? []) {
      if (!fires(days)) continue;
      for (const handle of handles) taken.push(handle);
      this.#drop(target, days);
    }
  }

  has(target: number): boolean {
    return this.#groups.has(target);
  }

  #drop(target: number, days: number): void {
    const groups = this.#groups.get(target);
    groups?.delete(days);
    if (groups?.size === 0) this.#groups.delete(target);
  }
}
