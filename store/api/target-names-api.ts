/** Names of threshold targets, looked up in the catalogue page by page until all are found. */
import type { Target } from '#domain/threshold.ts';
import type { Collectible } from './api-types.ts';
import { baseApi } from './base-api.ts';
import { readPages } from './pages.ts';

interface TargetName {
  readonly matchName: string;
  /** null for a whole match. */
  readonly collectible: Pick<Collectible, 'category' | 'name'> | null;
}
/** By {@link targetKey}; targets no longer in the catalogue are missing. */
type TargetNames = Readonly<Record<string, TargetName>>;

export const targetKey = ({ kind, id }: Pick<Target, 'kind' | 'id'>): string => `${kind}:${id}`;

export const targetNamesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getTargetNames: build.query<TargetNames, readonly string[]>({
      async queryFn(keys, _api, _options, send) {
        const missing = new Set(keys);
        const data: Record<string, TargetName> = {};
        const addName = (key: string, name: TargetName) => {
          if (missing.delete(key)) data[key] = name;
        };
        const { error } = await readPages<Collectible>(
          send,
          { url: 'api/monitoring/raw' },
          (items) => {
            for (const { id, matchId, matchName, category, name } of items) {
              const collectible = { category, name };
              addName(targetKey({ kind: 'collectible', id }), { matchName, collectible });
              addName(targetKey({ kind: 'match', id: matchId }), { matchName, collectible: null });
            }
            return missing.size > 0;
          },
        );
        return error ? { error } : { data };
      },
    }),
  }),
});

export const { useGetTargetNamesQuery } = targetNamesApi;
