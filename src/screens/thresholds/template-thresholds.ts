/** Thresholds of a template: “all of Categoría 1 of España, ten per cent below today”. */
import { collator } from '#domain/intl-formats.ts';
import { defaultBandBp } from '#domain/threshold.ts';
import { roundPrice } from '#src/features/thresholds/round-price.ts';
import type { Collectible, Match, Threshold, ThresholdDraft } from '#store/api/api-types.ts';

export interface Template {
  /** Matches of a team; every watched one, or every one to be played. */
  readonly scope: { readonly team: string } | 'watched' | 'market';
  /** null: every category. */
  readonly category: string | null;
  readonly direction: 'below' | 'above';
  /** Per cent of the price now, whole. */
  readonly share: number;
}

export interface TemplateRow {
  readonly collectible: Collectible;
  readonly match: Match;
  readonly priceCents: number;
  readonly threshold: ThresholdDraft;
  /** Whether there is a threshold of the same kind on the same collectible. */
  readonly isPresent: boolean;
}

export interface Market {
  readonly collectibles: readonly Collectible[];
  readonly matches: readonly Match[];
}

/** In order of kick-off; without what is not on sale, because it has no price today. */
export function templateThresholds(
  { scope, category, direction, share }: Template,
  { collectibles, matches }: Market,
  present: readonly Threshold[],
): TemplateRow[] {
  const wanted = new Map(
    matches.flatMap((match, order) =>
      match.status === 'scheduled' && isInScope(match, scope)
        ? [[match.id, { match, order }] as const]
        : [],
    ),
  );
  const condition = direction === 'below' ? 'below' : 'above';
  const factor = 1 + ((direction === 'below' ? -1 : 1) * share) / 100;
  const found = collectibles.flatMap((collectible) => {
    const { id, matchId, currency, floorCents } = collectible;
    const place = wanted.get(matchId);
    if (place === undefined || floorCents === null) return [];
    if (category !== null && collectible.category !== category) return [];
    const row: TemplateRow = {
      collectible,
      match: place.match,
      priceCents: floorCents,
      threshold: {
        target: { kind: 'collectible', id },
        condition,
        value: roundPrice(floorCents * factor),
        bandBp: defaultBandBp,
        currency,
        pause: null,
        snoozedUntil: null,
        channels: null,
        note: null,
        expiresAt: null,
      },
      isPresent: present.some(
        ({ target, condition: other }) =>
          target.kind === 'collectible' && target.id === id && other === condition,
      ),
    };
    return [{ row, order: place.order }];
  });
  return found.sort((a, b) => a.order - b.order).map(({ row }) => row);
}

/** Names of the teams still to play, in the order of their names. */
export function teamsToPlay(matches: readonly Match[]): string[] {
  const names = matches
    .filter(({ status }) => status === 'scheduled')
    .flatMap(({ home, away }) => [home, away].flatMap((team) => team?.name ?? []));
  return [...new Set(names)].sort((a, b) => a.localeCompare(b, 'es'));
}

export function categoriesOf(collectibles: readonly Collectible[]): string[] {
  const names = new Set(collectibles.map(({ category }) => category));
  return [...names].sort(collator({ numeric: true }).compare);
}

function isInScope({ home, away, watched }: Match, scope: Template['scope']): boolean {
  if (scope === 'market') return true;
  if (scope === 'watched') return watched;
  return home?.name === scope.team || away?.name === scope.team;
}
