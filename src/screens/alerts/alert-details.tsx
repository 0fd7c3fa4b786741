/** Expanded alert (“¿Por qué me llegó?”, docs/alerts.md, rule 12): its story, the details, and actions. */

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { capitalizeFirst } from '#domain/capitalize-first.ts';
import { alertStory } from '#src/copy/alert-story.ts';
import {
  attemptsText,
  channelSentence,
  alertDetailsCopy as copy,
  deliverySentence,
  type MailReachability,
  rearmSentence,
  unreachableSentence,
} from '#src/copy/alerts.ts';
import { mediumDateTime, money } from '#src/copy/format.ts';
import { collectibleName, ruleSentence } from '#src/copy/thresholds.ts';
import { MarketPageLink } from '#src/features/prices/market-page-link.tsx';
import type { AlertItem } from '#store/api/api-types.ts';
import { useGetSettingsQuery } from '#store/api/base-api.ts';
import { useProfile } from '#store/use-profile.ts';
import styles from './alert-details.module.css';
import { CrossingDiagram } from './crossing-diagram.tsx';
import { ThresholdActions } from './threshold-actions.tsx';
import { useMailReachability } from './use-mail-reachability.ts';

export function AlertDetails(props: {
  readonly id: string;
  readonly alert: AlertItem;
  readonly chartUrl: string;
}) {
  const { alert } = props;
  const { data: settings } = useGetSettingsQuery();
  const { data: profile } = useProfile();
  const reachability = useMailReachability();
  const { currency, delivery } = alert;
  const rule = { condition: alert.condition, value: alert.ruleValue, currency };
  const threshold = settings?.configuracion.umbrales[alert.thresholdId];
  return (
    <div className={styles.why} id={props.id} data-testid="alert-details">
      <CrossingDiagram alert={alert} />
      <p className={styles.why__story}>{alertStory(alert, reachability)}</p>
      <details>
        <summary className="linkbtn meta hit">{copy.details}</summary>
        <dl className={`kv ${styles['kv--two']}`}>
          <Fact name={copy.facts.rule}>
            {capitalizeFirst(ruleSentence(rule))} · versión {alert.version}
          </Fact>
          {threshold !== undefined && (
            <Fact name={copy.facts.created}>{mediumDateTime(threshold.createdAt)}</Fact>
          )}
          {!alert.already && (
            <Fact name={copy.facts.before}>
              {alert.previousCents === null
                ? copy.nothingBefore
                : money(alert.previousCents, currency)}
            </Fact>
          )}
          <Fact name={copy.facts.after}>{money(alert.valueCents, currency)}</Fact>
          <Fact name={copy.facts.observed}>{mediumDateTime(alert.observedAt)}</Fact>
          <Fact name={copy.facts.noticed}>{mediumDateTime(alert.createdAt)}</Fact>
          <Fact name={copy.facts.mail}>{mailFact(alert, reachability)}</Fact>
          {alert.channels.map(({ channelId, name, state, attempts, sentAt }) => (
            <Fact key={channelId} name={name}>
              {sentAt === null
                ? capitalizeFirst(channelSentence(state, attempts))
                : mediumDateTime(sentAt)}
            </Fact>
          ))}
          {delivery.sentAt !== null && profile !== undefined && (
            <Fact name={copy.facts.to}>{profile.email}</Fact>
          )}
          <Fact name={copy.facts.again}>
            {rearmSentence({ ...rule, bandBp: alert.bandBp }, alert.valueCents)}
          </Fact>
        </dl>
      </details>
      <ThresholdActions alert={alert} threshold={threshold} isKnown={settings !== undefined}>
        <Link className="btn btn--outline btn--sm" to={props.chartUrl}>
          {copy.chart}
        </Link>
        <MarketPageLink
          className="btn btn--outline btn--sm"
          url={alert.collectibleUrl}
          target={`${alert.matchName}, ${collectibleName(alert.category, alert.collectibleName)}`}
        />
      </ThresholdActions>
    </div>
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

function mailFact({ delivery, unreachable }: AlertItem, reachability: MailReachability): string {
  const { attempts, sentAt } = delivery;
  const unsent = deliverySentence(delivery, reachability);
  const what = sentAt === null ? unsent : mediumDateTime(sentAt);
  if (unreachable) return `${what}. ${unreachableSentence}`;
  return attempts === 0 ? what : `${what} · ${attemptsText(attempts)}`;
}
