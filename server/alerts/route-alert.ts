/** Which ways an alert goes: the channels its threshold chose, or all; after they have failed, what is left. Pure. */
import { mailChannelId } from '#contract/channels.ts';

export interface RoutedAlert {
  /** Ids; null = all. */
  readonly chosen: readonly string[] | null;
  /** Ways it has been given to that ended without acceptance. */
  readonly refusedBy: readonly string[];
  /** Channels had it before, and none accepted it. */
  readonly isAgain: boolean;
}

/**
 * Where none of the chosen can be sent to (removed, paused, stopped, not in the plan, mail unsubscribed), it goes to all: an
 * alert too many is better than one that nobody receives. Again, it goes to those of the chosen that are left, then to the other channels,
 * by mail last of all, and never to one that has refused it.
 * @param usable ids of the user's channels that can be sent to now, mail among them
 * @returns of these; empty: there is no way
 */
export function routeAlert(
  { chosen, refusedBy, isAgain }: RoutedAlert,
  usable: ReadonlySet<string>,
): ReadonlySet<string> {
  const left = new Set([...usable].filter((id) => !refusedBy.includes(id)));
  const wanted = new Set(chosen?.filter((id) => left.has(id)));
  if (wanted.size > 0) return wanted;
  const besideMail = new Set([...left].filter((id) => id !== mailChannelId));
  return isAgain && besideMail.size > 0 ? besideMail : left;
}
