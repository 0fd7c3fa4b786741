/** Preloads code when the session reaches a state, once the page is idle. */
import type { SessionActor } from '../session/create-session-port.ts';
import { whenIdle } from './lazy-load.ts';

type SessionTag = 'public' | 'busy' | 'authenticated';

/** Loaders run once, the first time the session is in a state with one of the tags. */
export interface PreloadRule {
  readonly tags: readonly SessionTag[];
  /** What the loaders leave the network to; its failure is ignored. */
  readonly after?: () => Promise<unknown>;
  readonly loaders: readonly (() => Promise<unknown>)[];
}

export function preloadOn(session: SessionActor, rules: readonly PreloadRule[]): void {
  const pending = new Set(rules);
  const { unsubscribe } = session.subscribe((snapshot) => {
    for (const rule of pending) {
      if (!rule.tags.some((tag) => snapshot.hasTag(tag))) continue;
      pending.delete(rule);
      const { after, loaders } = rule;
      if (after === undefined) whenIdle(loaders);
      else void Promise.allSettled([after()]).then(() => whenIdle(loaders));
    }
    if (pending.size === 0) unsubscribe();
  });
}
