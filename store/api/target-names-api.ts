/** Names of threshold targets, looked up in the catalogue page by page until all are found. */
import type { CollectiblesPage } from '#contract/monitoring.ts';
import type { Target } from '#domain/threshold.ts';
import { baseApi } from './base-api.ts';
import { largestPage } from './largest-page.ts';
import type { ApiError } from './reauth-base-query.ts';

export interface TargetName {
  readonly matchId: string;
  readonly matchName: string;
  /** null for a whole match. */
  readonly collectible: { readonly category: string; readonly name: string } | null;
}
/** By {@link targetKey}; targets no longer in the catalogue are missing. */
export type TargetNames = Readonly<Record<string, TargetName>>;

export const targetKey = ({ kind, id }: Pick<Target, 'kind' | 'id'>): string => `${kind}:${id}`;

export const targetNamesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getTargetNames: build.query<TargetNames, readonly string[]>({
      async queryFn(keys, _api, _options, send) {
        const missing = new Set(keys);
        const found: Record<string, TargetName> = {};
        const addName = (key: string, name: TargetName) => {
          if (missing.delete(key)) found[key] = name;
        };
        let cursor: string | null = null;
        while (missing.size > 0) {
          const answer = await send({
            url: 'api/monitoring/raw',
            params: { limit: largestPage, ...(cursor === null ? {} : { cursor }) },
          });
          if (answer.error) return { error: answer.error as ApiError };
          const page = answer.data as CollectiblesPage;
          for (const { id, matchId, matchName, category, name } of page.items) {
            addName(targetKey({ kind: 'collectible', id }), {
              matchId,
              matchName,
              collectible: { category, name },
            });
            addName(targetKey({ kind: 'match', id: matchId }), {
              matchId,
              matchName,
              collectible: null,
            });
          }
          cursor = page.nextCursor;
          if (cursor === null) break;
        }
        return { data: found };
      },
    }),
  }),
});

export const { useGetTargetNamesQuery } = targetNamesApi;
