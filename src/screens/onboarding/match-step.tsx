/** Onboarding step 1: choose a match to watch. */
import { useState } from 'react';
import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { money } from '#src/copy/format.ts';
import { kickoffText } from '#src/copy/kickoff.ts';
import { onboardingCopy as copy } from '#src/copy/onboarding.ts';
import { useMatchList } from '#src/features/matches/use-match-list.ts';
import { emptySearch } from '#src/features/matches/use-match-search-params.ts';
import {
  settingsErrorMessage,
  useSettingsMutation,
} from '#src/features/settings/use-settings-mutation.ts';
import type { Match } from '#store/api/api-types.ts';
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
  const [requestedId, setRequestedId] = useState<string | null>(null);
  const { items, error, retry } = useMatchList({ ...emptySearch, q });
  const mutation = useSettingsMutation();
  const isWatched = ({ id }: Match) =>
    mutation.settings?.configuracion.partidos.includes(id) ?? false;
  const watchMatch = async (match: Match) => {
    const { id } = match;
    setRequestedId(id);
    if (isWatched(match)) return onChosen(id);
    const saved = await mutation.change((old) => ({ ...old, partidos: [...old.partidos, id] }));
    if (saved) onChosen(id);
  };
  return (
    <OnboardingStep step={1} heading={copy.matchTitle} titleRef={titleRef}>
      <p className="lead">{copy.matchLead}</p>
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
      {error !== null && <ErrorState message={error} retryLabel={copy.retry} onRetry={retry} />}
      {items === null && error === null && <Skeleton rows={maxShown} label={copy.loading} />}
      {items?.length === 0 && (
        <p className="meta" role="status">
          {copy.noMatch}
        </p>
      )}
      {mutation.error !== null && (
        <p className="banner banner--error" role="alert">
          {settingsErrorMessage(mutation.error)}
        </p>
      )}
      <ul className="obmatches">
        {items?.slice(0, maxShown).map((match) => (
          <li key={match.id}>
            <span>
              <b>{match.name}</b>
              <span className="meta">{kickoffText(match)}</span>
            </span>
            <span className="meta">
              {match.floorCents !== null && `Desde ${money(match.floorCents, match.currency)}`}
            </span>
            <Button
              variant="outline"
              small
              aria-label={`${isWatched(match) ? copy.chosen : copy.choose}: ${match.name}`}
              loading={mutation.saving && requestedId === match.id}
              disabled={
                mutation.settings === undefined || (mutation.saving && requestedId !== match.id)
              }
              onClick={() => void watchMatch(match)}
            >
              {isWatched(match) ? copy.chosen : copy.choose}
            </Button>
          </li>
        ))}
      </ul>
      <StepFooter onBack={null} />
    </OnboardingStep>
  );
}
