/** The kinds of channels that can be added, each with what it is; where the plan lacks one, with the plan that has it. */
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ChannelKind } from '#domain/channels.ts';
import { plans } from '#domain/plans.ts';
import { Button } from '#src/components/button.tsx';
import { channelSetupCopy, channelsCopy as copy } from '#src/copy/channels.ts';
import type { ChannelList } from '#store/api/api-types.ts';
import { usePlan } from '#store/use-plan.ts';
import { useProfile } from '#store/use-profile.ts';
import { ResendConfirmationButton } from '../session/resend-confirmation-button.tsx';
import { AddChannelDialog } from './add-channel-dialog.tsx';
import styles from './channel-row.module.css';
import { isPushSupported, readPushChannel, writePushChannel } from './push-subscription.ts';

export function ChannelOffers({ channels }: { readonly channels: ChannelList }) {
  const { items, kinds, limit, pushKey } = channels;
  const [adding, setAdding] = useState<ChannelKind | null>(null);
  const isFull = items.length - 1 >= limit;
  const isPushHere = items.some(({ id }) => id === readPushChannel());
  const isPushReady = usePushReady();
  const isUnconfirmed = useProfile().data?.emailConfirmed === false;
  const offered = kinds.filter(({ kind }) => kind !== 'push' || !isPushSupported() || isPushReady);
  if (offered.length === 0) return null;
  return (
    <>
      <h3 className="label" id="channel-offers">
        {copy.offers}
      </h3>
      {isFull && <p>{copy.full(limit)}</p>}
      {isUnconfirmed && (
        <>
          <p>{copy.confirmFirst}</p>
          <p>
            <ResendConfirmationButton />
          </p>
        </>
      )}
      <ul className={styles.chlist} aria-labelledby="channel-offers">
        {offered.map(({ kind, plan }) => (
          <Offer
            key={kind}
            kind={kind}
            plan={plan}
            obstacle={kind === 'push' ? pushObstacle(isPushHere) : null}
            isBlocked={isFull || isUnconfirmed}
            onAdd={() => setAdding(kind)}
          />
        ))}
      </ul>
      {adding !== null && (
        <AddChannelDialog kind={adding} publicKey={pushKey} onClose={() => setAdding(null)} />
      )}
    </>
  );
}

function Offer(props: {
  readonly kind: ChannelKind;
  readonly plan: ChannelList['kinds'][number]['plan'];
  /** Why it cannot be added here; null when it can. */
  readonly obstacle: string | null;
  readonly isBlocked: boolean;
  readonly onAdd: () => void;
}) {
  const { kind, plan } = props;
  const included = usePlan()?.channelKinds.includes(kind) ?? true;
  return (
    <li className={styles.chrow}>
      <span className={styles.chrow__n}>
        <b>{copy.kinds[kind]}</b>
        <span className="meta">
          {props.obstacle ?? copy.offerNotes[kind]}
          {!included && ` ${copy.fromPlan(plans[plan].label)}`}
        </span>
      </span>
      <span className={styles.chrow__a}>
        {!included && (
          <Link to="/dashboard/plan" aria-label={`${copy.seePlans}: ${copy.kinds[kind]}`}>
            {copy.seePlans}
          </Link>
        )}
        {included && props.obstacle === null && (
          <Button
            variant="outline"
            small
            disabled={props.isBlocked}
            aria-label={copy.add(channelSetupCopy.titles[kind])}
            onClick={props.onAdd}
          >
            {copy.addShort}
          </Button>
        )}
      </span>
    </li>
  );
}

function pushObstacle(isPushHere: boolean): string | null {
  if (!isPushSupported()) return copy.pushUnsupported;
  return isPushHere ? copy.pushHere : null;
}

/** Whether the page's service worker is active, without which a browser can show nothing that is pushed. */
function usePushReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isStale = false;
    const check = async () => {
      const registration = await navigator.serviceWorker?.ready;
      // The browser may have ended its subscription by itself: it is no channel any more.
      const subscription = await registration?.pushManager?.getSubscription();
      if (subscription === null) writePushChannel(null);
      if (!isStale && registration !== undefined) setReady(true);
    };
    check().catch(() => {});
    return () => {
      isStale = true;
    };
  }, []);
  return isReady;
}
