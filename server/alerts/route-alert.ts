/** Which channels an alert goes to: those its threshold chose, or all. Pure. */

/**
 * Where none of the chosen can be sent to (removed, paused, stopped, not in the plan, mail unsubscribed), it goes to all: an
 * alert too many is better than one that nobody receives.
 * @param chosen ids; null = all
 * @param usable ids of the user's channels that can be sent to now, mail among them
 */
export function routeAlert(
  chosen: readonly string[] | null,
  usable: ReadonlySet<string>,
): { readonly channels: ReadonlySet<string>; readonly isChoice: boolean } {
  const channels = new Set(chosen?.filter((id) => usable.has(id)));
  return channels.size > 0 ? { channels, isChoice: true } : { channels: usable, isChoice: false };
}
