/**
 * Accounts erased whose thresholds are still in memory: known by a notification with the uid, or, where that was lost, by
 * the table of erasures, which has only digests of uids.
 */
import { RecentIds } from '../base/recent-ids.ts';
import type { Database } from '../db/pool.ts';
import { digestOf, listErasedSince } from '../db/users/erasure-jobs.ts';

/** A worker polls every second. */
const visibleForSeconds = 60;
const maxRecent = 10_000;

export class ErasedUsers {
  readonly #uids = new Set<string>();
  readonly #digests = new Set<string>();
  /** Digests notified or found before. */
  readonly #known = new RecentIds(maxRecent);

  onNotification(uid: string): void {
    this.#uids.add(uid);
    this.#known.add(digestOf(uid));
  }

  /** Looks for erasures whose notification was lost. */
  async poll(db: Database): Promise<void> {
    for (const digest of await listErasedSince(db, visibleForSeconds)) {
      if (this.#known.has(digest)) continue;
      this.#known.add(digest);
      this.#digests.add(digest);
    }
  }

  get isEmpty(): boolean {
    return this.#uids.size + this.#digests.size === 0;
  }

  /** Membership of many uids, some of them repeatedly. */
  createFilter(): { has(uid: string): boolean } {
    if (this.#digests.size === 0) return this.#uids;
    const byUid = new Map<string, boolean>();
    return {
      has: (uid) => {
        let isErased = byUid.get(uid);
        if (isErased === undefined) {
          isErased = this.#uids.has(uid) || this.#digests.has(digestOf(uid));
          byUid.set(uid, isErased);
        }
        return isErased;
      },
    };
  }

  clear(): void {
    this.#uids.clear();
    this.#digests.clear();
  }
}
