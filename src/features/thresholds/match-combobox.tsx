/** Match of a threshold's sentence: a combobox that searches by team, city or stage. */
import { type KeyboardEvent, useId, useState } from 'react';
import { shortWeekdayDate } from '#src/copy/format.ts';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form-texts.ts';
import type { Match } from '#store/api/api-types.ts';
import { useAddressedCollectible } from '../matches/use-addressed-collectible.ts';
import { useMatchList } from '../matches/use-match-list.ts';
import { emptyMatchSearch } from '../matches/use-match-search-params.ts';
import { SentenceSlot } from './sentence-slot.tsx';
import styles from './threshold-sentence.module.css';

const maxOptions = 8;

export function MatchCombobox(props: {
  readonly matchId: string;
  readonly matchName: string;
  /** @param collectibleId the one searched by its address, if any */
  readonly onMatch: (matchId: string, collectibleId: string | undefined) => void;
}) {
  const listId = useId();
  /** null: closed. */
  const [q, setQ] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const isOpen = q !== null;
  const options = useOptions(q);
  const addressed = useAddressedCollectible(q ?? '');
  const choose = (match: Match | undefined) => {
    setQ(null);
    if (match === undefined || (match.id === props.matchId && addressed === undefined)) return;
    props.onMatch(match.id, addressed?.id);
  };
  const open = (text: string) => {
    setQ(text);
    setActive(0);
  };
  const press = (event: KeyboardEvent) => {
    if (!isOpen) {
      if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
      open('');
    } else if (event.key === 'ArrowDown') setActive((old) => Math.min(old + 1, options.length - 1));
    else if (event.key === 'ArrowUp') setActive((old) => Math.max(old - 1, 0));
    else if (event.key === 'Enter') choose(options[active]);
    else if (event.key === 'Escape') setQ(null);
    else return;
    // Enter must not save the form, nor Escape close its dialog.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <SentenceSlot
      label={copy.match}
      text={(q ?? '').length > props.matchName.length ? (q ?? '') : props.matchName}
      className={styles['slot--match']}
    >
      {(id) => (
        <>
          <input
            id={id}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={
              options[active] === undefined ? undefined : `${listId}-${options[active].id}`
            }
            autoComplete="off"
            size={1}
            value={q ?? props.matchName}
            placeholder={props.matchName}
            onChange={(event) => open(event.target.value)}
            onClick={() => !isOpen && open('')}
            onKeyDown={press}
            onBlur={() => setQ(null)}
          />
          <span
            role="listbox"
            id={listId}
            aria-label={copy.matches}
            hidden={!isOpen}
            className={styles.slotlist}
          >
            {options.map((match, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox
              <span
                key={match.id}
                id={`${listId}-${match.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                // Before the blur that would close the list.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(match)}
              >
                <b>{match.name}</b>
                <span className="meta">{factsOf(match)}</span>
              </span>
            ))}
            {isOpen && options.length === 0 && <span className="meta">{copy.noMatch}</span>}
          </span>
        </>
      )}
    </SentenceSlot>
  );
}

/** Matches that are still to be played. @param q null: closed, the first ones */
function useOptions(q: string | null): readonly Match[] {
  const { items } = useMatchList({ ...emptyMatchSearch, q: q ?? '' });
  if (q === null) return [];
  return (items ?? []).filter(({ status }) => status === 'scheduled').slice(0, maxOptions);
}

const factsOf = ({ kickoffAt, city }: Match): string =>
  [kickoffAt === null ? null : shortWeekdayDate(kickoffAt), city].filter(Boolean).join(' · ');
