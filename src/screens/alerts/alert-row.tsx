/** One alert, and behind a button the answer to “why did I get this?” (alerts.md, rule 12). */
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Price } from '#src/components/figures.tsx';
import { Icon } from '#src/components/icon.tsx';
import { alertsCopy as copy, crossingSentence, deliveryWords } from '#src/copy/alerts.ts';
import { clockTime, exactInstant, money, priceParts } from '#src/copy/format.ts';
import { categoryName, ruleSentence } from '#src/copy/thresholds.ts';
import type { AlertItem } from '#store/api/types.ts';

export function AlertRow({ alert, onOpen }: { alert: AlertItem; onOpen: () => void }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const category = categoryName(alert.category);
  const rule = { condition: alert.condition, value: alert.ruleValue, currency: alert.currency };
  const classes = ['al', !alert.read && 'is-new', open && 'is-open'];
  const chart = `/dashboard/partidos/${alert.matchId}?c=${alert.collectibleId}`;
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      <div className="al__row">
        <time
          className="al__t fig"
          dateTime={alert.createdAt}
          title={exactInstant(alert.createdAt)}
        >
          {clockTime(alert.createdAt)}
        </time>
        <div className="al__n">
          <div>
            <Link to={chart}>
              {alert.matchName}
              {!alert.read && <span className="vh">, sin leer</span>}
            </Link>
            <span className="meta">{category}</span>
          </div>
        </div>
        <p className="al__say">{crossingSentence(rule)}</p>
        <div className="num al__p">
          <Price {...priceParts(alert.valueCents, alert.currency)} />
        </div>
        <div className="al__d">
          <Delivery alert={alert} />
        </div>
        <button
          type="button"
          className="linkbtn meta hit al__w"
          aria-expanded={open}
          aria-controls={id}
          aria-label={`${copy.why} ${alert.matchName}, ${category}, ${clockTime(alert.createdAt)}`}
          onClick={() => {
            setOpen(!open);
            if (!open) onOpen();
          }}
        >
          {copy.why}
        </button>
      </div>
      {open && (
        <div className="why" id={id}>
          <dl className="kv kv--two">
            <Fact name={copy.facts.rule}>
              {ruleSentence(rule)} · versión {alert.version}
            </Fact>
            {!alert.already && (
              <Fact name={copy.facts.before}>
                {alert.previousCents === null
                  ? copy.nothingBefore
                  : money(alert.previousCents, alert.currency)}
              </Fact>
            )}
            <Fact name={copy.facts.after}>{money(alert.valueCents, alert.currency)}</Fact>
            <Fact name={copy.facts.observed}>{exactInstant(alert.observedAt)}</Fact>
            <Fact name={copy.facts.noticed}>{exactInstant(alert.createdAt)}</Fact>
            <Fact name={copy.facts.mail}>{mailFact(alert)}</Fact>
          </dl>
          {alert.already && <p className="meta">{copy.already}</p>}
          <p className="why__acts">
            <Link className="btn btn--outline btn--sm" to={chart}>
              {copy.chart}
            </Link>
          </p>
        </div>
      )}
    </li>
  );
}

function Fact(props: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function Delivery({ alert }: { alert: AlertItem }) {
  const { state } = alert.delivery;
  const looks = { sent: 'enviado', failed: 'fallo' } as const;
  const look = state === 'sent' || state === 'failed' ? looks[state] : 'espera';
  return (
    <span className={`deliv deliv--${look}`}>
      <Icon name={state === 'sent' ? 'check' : state === 'failed' ? 'warning' : 'mail'} />
      {deliveryWords[state]}
    </span>
  );
}

function mailFact({ delivery }: AlertItem): string {
  const { state, attempts, sentAt } = delivery;
  if (sentAt === null) return deliveryWords[state];
  return `${exactInstant(sentAt)} · ${attempts} ${attempts === 1 ? 'intento' : 'intentos'}`;
}
