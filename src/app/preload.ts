/** Fetches what is likely to be needed next, so that nobody waits for it: never before the first screen is there. */

import type { SessionActor } from './create-session-port.ts';
import { whenIdle } from './lazy-load.ts';

type Tag = 'public' | 'busy' | 'authenticated';

/** What to fetch once, the first time the session is in a state with one of the tags. */
export interface PreloadRule {
  readonly when: readonly Tag[];
  readonly fetch: readonly (() => Promise<unknown>)[];
}

export function preloadOn(session: SessionActor, plan: readonly PreloadRule[]): void {
  const waiting = new Set(plan);
  const { unsubscribe } = session.subscribe((snapshot) => {
    for (const step of waiting) {
      if (!step.when.some((tag) => snapshot.hasTag(tag))) continue;
      waiting.delete(step);
      whenIdle(step.fetch);
    }
    if (waiting.size === 0) unsubscribe();
  });
}
