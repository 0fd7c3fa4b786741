/** The kinds of channels that can be added, each with what it is; where the plan lacks one, with the plan that has it. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ChannelKind } from '#domain/channels.ts';
import { plans } from '#domain/plans.ts';
import { Button } from '#src/components/button.tsx';
import { channelSetupCopy, channelsCopy as copy } from '#src/copy/channels.ts';
import type { ChannelList } from '#store/api/api-types.ts';
import { usePlan } from '#store/use-plan.ts';
import { useProfile } from '#store/use-profile.ts';
import { AddChannelDialog } from './add-channel-dialog.tsx';
import styles from './channel-row.module.css';

type OfferedKind = Exclude<ChannelKind, 'push'>;

export function ChannelOffers({ channels }: { readonly channels: ChannelList }) {
  const { items, kinds, limit } = channels;
  const [adding, setAdding] = useState<OfferedKind | null>(null);
  const isFull = items.length - 1 >= limit;
  const isUnconfirmed = useProfile().data?.emailConfirmed === false;
  // A browser has a row of its own.
  const offered = kinds.flatMap(({ kind, plan }) => (kind === 'push' ? [] : [{ kind, plan }]));
  if (offered.length === 0) return null;
  return (
    <>
      <h4 className="label" id="channel-offers">
        {copy.offers}
      </h4>
      {isFull && <p>{copy.full(limit)}</p>}
      {isUnconfirmed && <p>{copy.confirmFirst}</p>}
      <ul className={styles.chlist} aria-labelledby="channel-offers">
        {offered.map(({ kind, plan }) => (
          <Offer
            key={kind}
            kind={kind}
            plan={plan}
            isBlocked={isFull || isUnconfirmed}
            onAdd={() => setAdding(kind)}
          />
        ))}
      </ul>
      {adding !== null && (
        <AddChannelDialog kind={adding} publicKey={null} onClose={() => setAdding(null)} />
      )}
    </>
  );
}

function Offer(props: {
  readonly kind: OfferedKind;
  readonly plan: ChannelList['kinds'][number]['plan'];
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
          {copy.offerNotes[kind]}
          {!included && ` ${copy.fromPlan(plans[plan].label)}`}
        </span>
      </span>
      <span className={styles.chrow__a}>
        {!included && (
          <Link to="/dashboard/plan" aria-label={`${copy.seePlans}: ${copy.kinds[kind]}`}>
            {copy.seePlans}
          </Link>
        )}
        {included && (
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
