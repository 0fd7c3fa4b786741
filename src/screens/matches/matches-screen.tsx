/** /dashboard/partidos: every match of the market, and which of them are watched. */

import { useState } from 'react';
import { Link } from 'react-router-dom';
import { plans } from '#domain/plans.ts';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Meter } from '#src/components/meter.tsx';
import { Empty, Failed, Skeleton } from '#src/components/states.tsx';
import { count } from '#src/copy/format.ts';
import { matchesCopy as copy } from '#src/copy/matches.ts';
import { useGetProfileQuery } from '#store/api/monitoring-api.ts';
import { Freshness } from '../overview/freshness.tsx';
import { problemSentence, useSettingsEdit } from '../threshold/use-settings-edit.ts';
import { MatchRow } from './match-row.tsx';
import { useInfiniteMatches } from './use-infinite-matches.ts';
import { useSearchState } from './use-search-state.ts';

export function MatchesScreen() {
  const { search, set } = useSearchState();
  const list = useInfiniteMatches(search);
  const edit = useSettingsEdit();
  const { data: profile } = useGetProfileQuery();
  const [asked, setAsked] = useState<string | null>(null);
  const plan = plans[profile?.plan ?? 'basico'];
  const watched = edit.settings?.configuracion.partidos ?? [];

  const toggle = (matchId: string) => {
    setAsked(matchId);
    void edit.change((current) => ({
      ...current,
      partidos: current.partidos.includes(matchId)
        ? current.partidos.filter((id) => id !== matchId)
        : [...current.partidos, matchId],
    }));
  };

  return (
    <>
      <div className="mast">
        <div>
          <p className="label">
            <Freshness />
          </p>
          <h1 className="headline">{copy.title}</h1>
        </div>
        <div className="mast__meter">
          <p>
            <b>{copy.watched(watched.length, plan.maxMatches)}</b>
            <Link className="meta hit" to="/dashboard/plan">
              Plan {plan.label}
            </Link>
          </p>
          <Meter label={copy.meter} value={watched.length} max={plan.maxMatches} />
        </div>
      </div>
      <search>
        <form className="filters" onSubmit={(event) => event.preventDefault()}>
          <div className="filters__q">
            <Icon name="search" />
            <label className="vh" htmlFor="matches-q">
              {copy.searchLabel}
            </label>
            <input
              id="matches-q"
              className="input"
              type="search"
              placeholder={copy.searchHint}
              value={search.q}
              onChange={(event) => set({ q: event.target.value })}
            />
          </div>
          <div className="field">
            <label htmlFor="matches-sort">{copy.sort}</label>
            <select
              id="matches-sort"
              className="input"
              value={search.sort}
              onChange={(event) => set({ sort: event.target.value })}
            >
              {Object.entries(copy.sorts).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          <label className="chk">
            <input
              type="checkbox"
              checked={search.watched}
              onChange={(event) => set({ watched: event.target.checked })}
            />{' '}
            {copy.onlyWatched}
          </label>
        </form>
      </search>
      <section aria-labelledby="matches-list">
        <div className="sec-h">
          <h2 className="title" id="matches-list">
            {copy.listTitle}
          </h2>
          <p className="meta end" role="status">
            {list.items !== null && copy.showing(count(list.items.length), list.hasMore)}
          </p>
        </div>
        <div className="mhead meta" aria-hidden="true">
          <span>Partido</span>
          <span>Fase y sede</span>
          <span>Oferta</span>
          <span className="num">24 h</span>
          <span className="num">Desde</span>
          <span />
        </div>
        {list.error !== null && (
          <Failed message={list.error} retryLabel="Reintentar" onRetry={list.retry} />
        )}
        {list.items === null && list.error === null && <Skeleton rows={6} label={copy.loading} />}
        {list.items?.length === 0 && (
          <Empty
            title={copy.noneTitle}
            action={
              <Button look="outline" onClick={() => set({ q: '', watched: false })}>
                {copy.clear}
              </Button>
            }
          >
            {copy.none}
          </Empty>
        )}
        <ul className="mlist">
          {list.items?.map((match) => (
            <MatchRow
              key={match.id}
              match={match}
              watched={watched.includes(match.id)}
              working={edit.saving && asked === match.id}
              disabled={edit.settings === undefined || edit.saving}
              problem={
                asked === match.id && edit.problem !== null ? problemSentence(edit.problem) : null
              }
              canUpgrade={edit.problem?.lifts !== undefined}
              onToggle={() => toggle(match.id)}
            />
          ))}
        </ul>
        {list.hasMore && (
          <p className="more">
            <Button look="outline" working={list.loadingMore} onClick={list.more}>
              {copy.more}
            </Button>
          </p>
        )}
      </section>
    </>
  );
}
