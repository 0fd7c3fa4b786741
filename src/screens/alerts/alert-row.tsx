/** One alert: time, collectible, price, mail status, and a button that shows the details. */
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { matchPath } from '#domain/app-links.ts';
import { ActionIcon } from '#src/components/action-icon.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Price } from '#src/components/price.tsx';
import { TeamBadgePair } from '#src/components/team-badge.tsx';
import {
  attemptsText,
  channelsSentences,
  alertDetailsCopy as copy,
  crossingSentence,
  deliverySentence,
  nowSentence,
  unreachableSentence,
} from '#src/copy/alerts.ts';
import { clockTime, longDateTime, priceParts } from '#src/copy/format.ts';
import { collectibleName } from '#src/copy/thresholds.ts';
import { MarketPageIconLink } from '#src/features/prices/market-page-link.tsx';
import { useLiveMatches } from '#src/features/prices/use-live-price.ts';
import type { AlertItem } from '#store/api/api-types.ts';
import { livePriceOf, selectLivePrices } from '#store/api/live-prices-api.ts';
import { useAppSelector } from '#store/app-store.ts';
import { AlertDetails } from './alert-details.tsx';
import styles from './alert-row.module.css';
import { useMailReachability } from './use-mail-reachability.ts';

export function AlertRow(props: {
  readonly alert: AlertItem;
  readonly open: boolean;
  readonly onToggle: () => void;
}) {
  const { alert, open } = props;
  const id = useId();
  const target = collectibleName(alert.category, alert.collectibleName);
  const classes = [styles.al, !alert.read && styles['is-new'], open && styles['is-open']];
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      <div className={styles.al__row}>
        <time
          className={`${styles.al__t} fig`}
          dateTime={alert.createdAt}
          title={longDateTime(alert.createdAt)}
        >
          {clockTime(alert.createdAt)}
        </time>
        <div className={styles.al__n}>
          <TeamBadgePair home={alert.home ?? null} away={alert.away ?? null} />
          <div>
            <Link to={chartUrlOf(alert)} aria-keyshortcuts="e">
              {alert.matchName}
              {!alert.read && <span className="vh">, sin leer</span>}
            </Link>
            <span className="meta">{target}</span>
          </div>
        </div>
        <p className={styles.al__say}>
          {crossingSentence(alert)} <PriceNow alert={alert} />
        </p>
        <div className={`num ${styles.al__p}`}>
          <Price {...priceParts(alert.valueCents, alert.currency)} />
        </div>
        <div className={styles.al__d}>
          <Delivery alert={alert} />
        </div>
        <div className={styles.al__acts}>
          <button
            type="button"
            className={`linkbtn meta hit ${styles.al__w}`}
            aria-expanded={open}
            aria-keyshortcuts="x"
            aria-controls={open ? id : undefined}
            aria-label={`${copy.whyReceived} ${alert.matchName}, ${target}, ${clockTime(alert.createdAt)}`}
            onClick={props.onToggle}
          >
            <span className="hide-s">{copy.whyReceived}</span>
            <span className="only-s">
              <Icon name="info" />
            </span>
          </button>
          <MarketPageIconLink
            url={alert.collectibleUrl}
            target={`${alert.matchName}, ${target}, ${clockTime(alert.createdAt)}`}
          />
        </div>
      </div>
      {open && <AlertDetails id={id} alert={alert} chartUrl={chartUrlOf(alert)} />}
    </li>
  );
}

const chartUrlOf = ({ matchId, collectibleId }: AlertItem): string =>
  matchPath(matchId, { collectible: collectibleId });

function PriceNow({ alert }: { alert: AlertItem }) {
  useLiveMatches([alert.matchId]);
  const live = useAppSelector((state) => livePriceOf(selectLivePrices(state), alert.collectibleId));
  return (
    <span className="meta">
      {nowSentence(alert, live === undefined ? alert.nowCents : live.floorCents)}
    </span>
  );
}

function Delivery({ alert }: { alert: AlertItem }) {
  const { given, failed } = channelsSentences(alert.channels ?? []);
  return (
    <>
      {/* What waits for mail alone, and what waits for anything at all, are one thing to say. */}
      {!(alert.unreachable && alert.delivery.state === 'waiting') && (
        <MailDelivery delivery={alert.delivery} />
      )}
      {alert.unreachable && (
        <span className={`${styles.deliv} ${styles['deliv--fallido']}`}>
          <Icon name="warning" />
          {unreachableSentence}
        </span>
      )}
      {given !== null && <span className="meta hide-s">{given}</span>}
      {failed !== null && (
        <span className={`${styles.deliv} ${styles['deliv--fallido']}`}>
          <Icon name="warning" />
          {failed}
        </span>
      )}
    </>
  );
}

function MailDelivery({ delivery }: Pick<AlertItem, 'delivery'>) {
  const { state, attempts } = delivery;
  const text = deliverySentence(delivery, useMailReachability());
  if (state === 'sent')
    return (
      <span className={`hide-s ${styles.deliv} ${styles['deliv--enviado']}`}>
        <Icon name="check" />
        {text}
      </span>
    );
  return (
    <>
      <span
        className={
          state === 'failed' ? `${styles.deliv} ${styles['deliv--fallido']}` : styles.deliv
        }
      >
        {state === 'failed' && <Icon name="warning" />}
        {state === 'none' && <Icon name="info" />}
        {state !== 'failed' && state !== 'none' && <ActionIcon name="clock" />}
        {text}
      </span>
      {attempts > 0 && <span className="meta">{attemptsText(attempts)}</span>}
    </>
  );
}
