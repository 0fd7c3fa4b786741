/** Filters of the alert history: unread or failed mail, one match, since a day. */
import { Button } from '#src/components/button.tsx';
import { SelectField } from '#src/components/select-field.tsx';
import { alertsCopy as copy } from '#src/copy/alerts.ts';
import { calendarDay } from '#src/copy/format.ts';
import type { AlertItem } from '#store/api/api-types.ts';
import { useGetMatchesQuery } from '#store/api/base-api.ts';
import { largestPage } from '#store/api/pages.ts';
import styles from './alert-filters.module.css';
import {
  type AlertKind,
  type AlertSearch,
  emptyFilters,
  isAlertListFiltered,
} from './use-alert-search-params.ts';

const kinds: readonly AlertKind[] = ['all', 'unread', 'failed'];

export function AlertFilters(props: {
  readonly search: AlertSearch;
  readonly unread: number;
  readonly shown: readonly AlertItem[];
  readonly onChange: (part: Partial<AlertSearch>) => void;
}) {
  const { search, unread, onChange } = props;
  const matches = useMatchChoices(props.shown, search.match);
  return (
    <form
      className={`filters ${styles['filters--a']}`}
      aria-label={copy.filter}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="seg" role="group" aria-label={copy.show}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={search.kind === kind}
            onClick={() => onChange({ kind })}
          >
            {copy[kind]}
            {kind === 'unread' && unread > 0 && <span className="vh"> ({unread})</span>}
          </button>
        ))}
      </div>
      <SelectField
        label={copy.match}
        value={search.match}
        options={[['', copy.everyMatch], ...matches]}
        onChange={(match) => onChange({ match })}
      />
      <div className="field">
        <label htmlFor="alerts-since">{copy.since}</label>
        <input
          id="alerts-since"
          className={`input ${search.since === '' ? styles['is-empty'] : ''}`}
          type="date"
          max={calendarDay(new Date())}
          value={search.since}
          onChange={(event) => onChange({ since: event.target.value })}
        />
      </div>
      {isAlertListFiltered(search) && (
        <p className={styles.filters__clear}>
          {search.threshold !== '' && <span className="meta">{copy.onlyThreshold} </span>}
          <Button variant="quiet" small onClick={() => onChange(emptyFilters)}>
            {copy.clear}
          </Button>
        </p>
      )}
    </form>
  );
}

/** Watched matches, the matches of the alerts shown, and the selected one. */
function useMatchChoices(shown: readonly AlertItem[], chosen: string): [string, string][] {
  const { data } = useGetMatchesQuery({ watched: 'true', limit: largestPage });
  const choices = new Map(data?.items.map(({ id, name }) => [id, name]));
  for (const { matchId, matchName } of shown) choices.set(matchId, matchName);
  if (chosen !== '' && !choices.has(chosen)) choices.set(chosen, chosen);
  return [...choices].sort(([, a], [, b]) => a.localeCompare(b, 'es'));
}
