/** Onboarding step 1: choose a match to watch. */
import { useMemo, useState } from 'react';
import { EmptyState, ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { Icon } from '#src/components/icon.tsx';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import { useMatchList } from '#src/features/matches/use-match-list.ts';
import { emptyMatchSearch } from '#src/features/matches/use-match-search-params.ts';
import { MatchSuggestions } from '#src/features/onboarding/match-suggestions.tsx';
import { suggestMatches } from '#src/features/onboarding/suggest-matches.ts';
import styles from './first-alert-ticket.module.css';
import { OnboardingStep, StepFooter, type StepTitleRef } from './onboarding-step.tsx';

const maxShown = 6;

export function MatchStep({
  titleRef,
  onChosen,
}: {
  readonly titleRef: StepTitleRef;
  readonly onChosen: (matchId: string) => void;
}) {
  const [q, setQ] = useState('');
  const { items, error, retry } = useMatchList({ ...emptyMatchSearch, q });
  const matches = useMemo(
    () => (items === null ? null : suggestMatches(items, Date.now()).slice(0, maxShown)),
    [items],
  );
  return (
    <OnboardingStep step={1} heading={copy.matchTitle} titleRef={titleRef}>
      <p className={styles.lead}>{copy.matchLead}</p>
      <label className="search">
        <span className="vh">{copy.search}</span>
        <Icon name="search" />
        <input
          className="input"
          type="search"
          placeholder={copy.searchHint}
          value={q}
          onChange={(event) => setQ(event.target.value)}
        />
      </label>
      {error !== null && <ErrorState message={error} onRetry={retry} />}
      {matches === null && error === null && <Skeleton rows={maxShown} label={copy.loading} />}
      <div role="status">
        {matches?.length === 0 && (
          <EmptyState
            title={copy.noMatchTitle}
            action={{ label: copy.clearSearch, onClick: () => setQ('') }}
          >
            {copy.noMatch}
          </EmptyState>
        )}
      </div>
      {matches !== null && matches.length > 0 && (
        <MatchSuggestions matches={matches} onChosen={onChosen} />
      )}
      <StepFooter onBack={null} />
    </OnboardingStep>
  );
}
