/** Which cached lists a settings change alters, so that saving refetches those alone. */
import type { ConfiguracionInput } from '#contract/users.ts';

/** Tags of the lists that contain only what the user watches. */
export type WatchedTag = 'WatchedMatches' | 'WatchedCollectibles';

/** A collectible is watched with its match, or by a threshold's target; prices, bands and pauses alter no list. */
export function alteredLists(
  before: ConfiguracionInput,
  after: ConfiguracionInput,
): readonly WatchedTag[] {
  if (setKey(before.partidos) !== setKey(after.partidos))
    return ['WatchedMatches', 'WatchedCollectibles'];
  return setKey(targetsOf(before)) === setKey(targetsOf(after)) ? [] : ['WatchedCollectibles'];
}

const targetsOf = ({ umbrales }: ConfiguracionInput): string[] =>
  Object.values(umbrales).map(({ objetivo }) =>
    JSON.stringify(objetivo, ['tipo', 'id', 'categoria']),
  );

/** The same for the same values in any order. */
const setKey = (values: readonly string[]): string => JSON.stringify([...new Set(values)].sort());
