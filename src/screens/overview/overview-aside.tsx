/** Beside the watch list: the last alert as a ticket, the market of the day, what the plan still holds. */
import { Link } from 'react-router-dom';
import { plans } from '#domain/plans.ts';
import { Meter } from '#src/components/meter.tsx';
import { clockTime, money, priceParts, relativeTime } from '#src/copy/format.ts';
import { overviewCopy as copy } from '#src/copy/overview.ts';
import { categoryName, ruleSentence } from '#src/copy/thresholds.ts';
import { useGetAlertsQuery, useGetProfileQuery } from '#store/api/monitoring-api.ts';
import type { AlertItem, Collectible } from '#store/api/types.ts';
import { Checklist } from './checklist.tsx';

export function OverviewAside({ items }: { items: readonly Collectible[] }) {
  const { data } = useGetAlertsQuery({ limit: '1' });
  const last = data?.items[0];
  return (
    <aside className="side">
      <Checklist />
      <section aria-labelledby="last-alert">
        <div className="sec-h">
          <h2 className="title" id="last-alert">
            {copy.lastAlert}
          </h2>
        </div>
        {last === undefined ? <p className="meta">{copy.noAlert}</p> : <LastAlert alert={last} />}
      </section>
      {items.length > 0 && <MarketOfTheDay items={items} />}
      <PlanUse />
    </aside>
  );
}

function LastAlert({ alert }: { alert: AlertItem }) {
  const { figure, sign } = priceParts(alert.valueCents, alert.currency);
  const [whole, cents] = figure.split(',');
  const rule = { condition: alert.condition, value: alert.ruleValue, currency: alert.currency };
  return (
    <div className="ticket-shadow">
      <article className="ticket last">
        <div className="last__top">
          <p className="label">
            Umbral cruzado · <time dateTime={alert.createdAt}>{clockTime(alert.createdAt)}</time>
          </p>
          <p>
            <b>{alert.matchName}</b>
            <br />
            <span className="meta">
              {categoryName(alert.category)} · {relativeTime(alert.createdAt)}
            </span>
          </p>
          <p className="last__price fig">
            {whole}
            <small>
              ,{cents} {sign}
            </small>
          </p>
        </div>
        <div className="perf" />
        <div className="last__bot">
          <p className="thrval">{ruleSentence(rule)}</p>
          {alert.previousCents !== null && (
            <p className="meta">Antes, {money(alert.previousCents, alert.currency)}</p>
          )}
          <Link
            className="btn btn--primary btn--block"
            to={`/dashboard/partidos/${alert.matchId}?c=${alert.collectibleId}`}
          >
            {copy.seeChart}
          </Link>
        </div>
      </article>
    </div>
  );
}

function MarketOfTheDay({ items }: { items: readonly Collectible[] }) {
  const changes = items.map(({ change24hBp }) => change24hBp).filter((change) => change !== null);
  const down = changes.filter((change) => change < 0).length;
  const up = changes.filter((change) => change > 0).length;
  const flat = changes.length - down - up;
  return (
    <section aria-labelledby="market-day">
      <div className="sec-h">
        <h2 className="title" id="market-day">
          {copy.market}
        </h2>
      </div>
      <div
        className="breadth"
        role="img"
        aria-label={`De tus ${changes.length} coleccionables: bajan ${down}, suben ${up}, sin cambios ${flat}`}
      >
        <span className="d" style={{ flex: down }} />
        <span className="f" style={{ flex: flat }} />
        <span className="u" style={{ flex: up }} />
      </div>
      <p className="meta breadth__words">
        <span>
          {down} {copy.down}
        </span>
        <span>
          {flat} {copy.flat}
        </span>
        <span>
          {up} {copy.up}
        </span>
      </p>
    </section>
  );
}

function PlanUse() {
  const { data: profile } = useGetProfileQuery();
  if (profile === undefined) return null;
  const plan = plans[profile.plan];
  const matches = profile.configuracion.partidos.length;
  const thresholds = Object.keys(profile.configuracion.umbrales).length;
  return (
    <section aria-labelledby="plan-use">
      <p className="plan-use">
        <b id="plan-use">Plan {plan.label}</b>
        <span className="meta">{copy.matchesOf(matches, plan.maxMatches)}</span>
      </p>
      <Meter label={copy.watchedMatches} value={matches} max={plan.maxMatches} />
      <p className="plan-use">
        <span>{copy.thresholds}</span>
        <span className="meta">{copy.thresholdsOf(thresholds, plan.maxThresholds)}</span>
      </p>
      <Meter label={copy.thresholds} value={thresholds} max={plan.maxThresholds} />
    </section>
  );
}
