/** Loads the market data that settings are validated against: targets, currency and kick-off. */
import type { Target } from '#domain/threshold.ts';
import type { Database } from '../pool.ts';

export interface SettingsTarget {
  readonly matchId: string;
  readonly matchName: string;
  /** Name of the collectible, or the category; null = any of the match. */
  readonly part: string | null;
  /** Of the collectible, or the one aimed at; null = any of the match. */
  readonly category: string | null;
  readonly currency: string;
  readonly kickoffAt: Date | null;
  /** false when the match does not have the category. */
  readonly categoryKnown: boolean;
}

export interface TargetLookup {
  hasMatch(id: string): boolean;
  /** The category of the match that reads like one written with other spaces or decomposed accents. */
  categoryLike(matchId: string, written: string): string | null;
  find(target: Target): SettingsTarget | null;
}

type CollectibleRow = Omit<SettingsTarget, 'categoryKnown'> & { readonly id: string };
type MatchRow = Omit<SettingsTarget, 'categoryKnown' | 'part' | 'category'> & {
  readonly categories: readonly string[];
};

/** Loads only what the given settings mention. */
export async function loadTargets(
  db: Database,
  { targets, matchIds }: { targets: readonly Target[]; matchIds: readonly string[] },
): Promise<TargetLookup> {
  const ids = (kind: Target['kind']) =>
    targets.filter((target) => target.kind === kind).map(({ id }) => id);
  const collectibles = await db.query<CollectibleRow>(
    `select c.id, c.match_id as "matchId", m.name as "matchName", c.name as part, c.category, c.currency,
       m.kickoff_at as "kickoffAt"
     from collectibles c join matches m on m.id = c.match_id where c.id = any($1)`,
    [ids('collectible')],
  );
  const matches = await db.query<MatchRow>(
    `select m.id as "matchId", m.name as "matchName", m.currency, m.kickoff_at as "kickoffAt",
       array(select distinct category from collectibles c where c.match_id = m.id) as categories
     from matches m where m.id = any($1)`,
    [[...matchIds, ...ids('match')]],
  );
  const collectibleById = new Map(collectibles.rows.map((row) => [row.id, row]));
  const matchById = new Map(matches.rows.map((row) => [row.matchId, row]));
  const ofCollectibles = new Set(collectibles.rows.map(({ matchId }) => matchId));
  return {
    hasMatch: (id) => matchById.has(id) || ofCollectibles.has(id),
    categoryLike(matchId, written) {
      const categories = matchById.get(matchId)?.categories ?? [];
      const key = comparable(written);
      return categories.find((category) => comparable(category) === key) ?? null;
    },
    find(target) {
      if (target.kind === 'collectible') {
        const row = collectibleById.get(target.id);
        return row === undefined ? null : { ...row, categoryKnown: true };
      }
      const row = matchById.get(target.id);
      if (row === undefined) return null;
      const { category } = target;
      const categoryKnown = category === null || row.categories.includes(category);
      return { ...row, part: category, category, categoryKnown };
    },
  };
}

const comparable = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim();

export interface TargetCollectible {
  readonly id: string;
  readonly matchId: string;
  readonly category: string;
  readonly currency: string;
  readonly floorCents: number | null;
}

/** The collectibles whose floors make a target's value, in the threshold's currency (docs/alerts.md, rules 3 and 6). */
export async function listTargetCollectibles(
  db: Database,
  target: Target,
  currency: string,
): Promise<TargetCollectible[]> {
  const { rows } = await db.query<TargetCollectible>(
    `select id, match_id as "matchId", category, currency, floor_cents as "floorCents"
     from collectibles
     where currency = $4 and case when $1 = 'collectible' then id = $2
       else match_id = $2 and ($3::text is null or category = $3) end`,
    [target.kind, target.id, target.kind === 'match' ? target.category : null, currency],
  );
  return rows;
}
