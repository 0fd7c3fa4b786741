/** Suggested matches, each watched with one press. */
import { useState } from 'react';
import type { Match } from '#store/api/api-types.ts';
import { SettingsErrorBanner } from '../settings/settings-error-banner.tsx';
import { useSettingsMutation } from '../settings/use-settings-mutation.ts';
import { MatchSuggestion } from './match-suggestion.tsx';

export function MatchSuggestions(props: {
  readonly matches: readonly Match[];
  readonly onChosen: (matchId: string) => void;
}) {
  const [requestedId, setRequestedId] = useState<string | null>(null);
  const [nowMs] = useState(() => Date.now());
  const mutation = useSettingsMutation();
  const isWatched = ({ id }: Match) =>
    mutation.settings?.configuracion.partidos.includes(id) ?? false;
  const watchMatch = async (match: Match) => {
    const { id } = match;
    setRequestedId(id);
    if (isWatched(match)) return props.onChosen(id);
    const saved = await mutation.change({ kind: 'watch', matchId: id, isWatched: true });
    if (saved) props.onChosen(id);
  };
  return (
    <>
      <SettingsErrorBanner mutation={mutation} />
      <ul className="obmatches">
        {props.matches.map((match) => (
          <MatchSuggestion
            key={match.id}
            match={match}
            nowMs={nowMs}
            isWatched={isWatched(match)}
            isWorking={mutation.saving && requestedId === match.id}
            isDisabled={
              mutation.settings === undefined || (mutation.saving && requestedId !== match.id)
            }
            onChoose={() => void watchMatch(match)}
          />
        ))}
      </ul>
    </>
  );
}
