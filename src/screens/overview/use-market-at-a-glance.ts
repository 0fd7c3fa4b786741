/** The market for who watches no match to come: its next match, matches to begin with, and figures. */
import { useMemo } from 'react';
import { suggestMatches } from '#src/features/onboarding/suggest-matches.ts';
import type { Match } from '#store/api/api-types.ts';
import { useGetMatchesQuery } from '#store/api/base-api.ts';
import { largestPage } from '#store/api/pages.ts';
import { usePlan } from '#store/use-plan.ts';
import type { MarketFigures } from './overview-summary.tsx';

const suggestions = 3;

export function useMarketAtAGlance(isWanted: boolean): {
  /** undefined: none to be played; null: not known. */
  readonly next: Match | undefined | null;
  readonly suggested: readonly Match[];
  readonly figures: MarketFigures;
  readonly isLoading: boolean;
} {
  const { data, isLoading } = useGetMatchesQuery({ limit: largestPage }, { skip: !isWanted });
  const plan = usePlan();
  return useMemo(() => {
    const open = data?.items.filter(({ status }) => status === 'scheduled');
    return {
      next: open === undefined ? null : open[0],
      suggested: open === undefined ? [] : suggestMatches(open, Date.now()).slice(0, suggestions),
      figures: {
        maxMatches: plan?.maxMatches ?? null,
        maxThresholds: plan?.maxThresholds ?? null,
        matches: data?.items.length ?? null,
        listings: open?.reduce((sum, { listings }) => sum + listings, 0) ?? null,
      },
      isLoading,
    };
  }, [data, plan, isLoading]);
}
