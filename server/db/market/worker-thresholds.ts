/** The active thresholds of a market worker's shards, as its engine loads them. */
import type { QueryResult } from 'pg';
import type { ThresholdState } from '#domain/crossing.ts';
import type { Target, ThresholdRule } from '#domain/threshold.ts';
import { bulkQuery, type Database } from '../pool.ts';

/** A worker's shards of a source. */
export interface ShardSet {
  readonly source: string;
  readonly shards: readonly number[];
}

export interface WorkerThreshold extends ThresholdState {
  readonly key: number;
  readonly uid: string;
  readonly matchId: string;
  readonly rule: ThresholdRule;
  readonly version: number;
}

/** Flat, as a million of them are loaded: {@link withRule} nests them. */
export type WorkerRow = Omit<WorkerThreshold, 'rule'> &
  Omit<ThresholdRule, 'target'> & {
    readonly targetKind: Target['kind'];
    readonly targetId: string;
    readonly category: string | null;
  };

/** Of `thresholds t`. */
export const workerThresholdColumns = `t.key, t.uid, t.match_id as "matchId", t.target_kind as "targetKind", t.target_id as "targetId",
  t.category, t.condition, t.value, t.rearm_band_bp as "bandBp", t.currency, t.version, t.armed, t.base, t.episode`;

/** Field by field: for a million of them a copy by spreading costs several times as much. */
export function withRule(row: WorkerRow): WorkerThreshold {
  const { key, uid, matchId, version, armed, base, episode, condition, value, bandBp, currency } =
    row;
  const target: Target =
    row.targetKind === 'collectible'
      ? { kind: 'collectible', id: row.targetId }
      : { kind: 'match', id: row.targetId, category: row.category };
  const rule = { target, condition, value, bandBp, currency };
  return { key, uid, matchId, version, armed, base, episode, rule };
}

/** A threshold of the page, or nulls where none is in the shards; `last` is the page's last key. */
type PageRow = (WorkerRow | { [Column in keyof WorkerRow]: null }) & {
  last: number | null;
};

const isThreshold = (row: PageRow): row is WorkerRow & PageRow => row.key !== null;

/** Thresholds per page: the event loop runs between pages. */
const pageSize = 2_000;

/**
 * Every active threshold, by key and in pages: started, and no stop applied since. One whose pause command is still
 * queued is included: the worker applies the command later.
 */
export async function* loadActiveThresholds(
  db: Database,
  { source, shards }: ShardSet,
): AsyncGenerator<WorkerThreshold[]> {
  for (let last: number | null = 0; last !== null; ) {
    // Pages are cut before filtering by shard: each costs the same, however few of its thresholds match.
    const { rows }: QueryResult<PageRow> = await db.query<PageRow>(
      bulkQuery(
        `with page as materialized (
         select ${workerThresholdColumns} from thresholds t
          where t.key > $3 and t.active_from is not null order by t.key limit $4)
       select ends.last, own.*
         from (select max(key) as last from page) ends
         left join (select page.* from page join matches m on m.id = page."matchId"
                     where m.source = $1 and m.shard = any($2)) own on true
        order by own.key`,
        [source, shards, last, pageSize],
      ),
    );
    last = rows[0]?.last ?? null;
    yield rows.filter(isThreshold).map(withRule);
  }
}
