/** What stands out in the whole market: falls, prices near their low, newly on sale; each with a button for a threshold. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { matchPath } from '#domain/app-links.ts';
import { ErrorState } from '#src/components/async-states.tsx';
import { FlashingPrice } from '#src/components/flashing-price.tsx';
import { Icon } from '#src/components/icon.tsx';
import { discoveryCopy as copy } from '#src/copy/discovery.ts';
import { priceParts } from '#src/copy/format.ts';
import { overviewCopy } from '#src/copy/overview.ts';
import { collectibleName } from '#src/copy/thresholds.ts';
import { unreadText } from '#src/features/errors/to-display-error.ts';
import { ChangeIn24h } from '#src/features/prices/change-in-24h.tsx';
import { useLivePrice } from '#src/features/prices/use-live-price.ts';
import { ThresholdDialog } from '#src/features/thresholds/threshold-dialog.tsx';
import type { Collectible, Discovery } from '#store/api/api-types.ts';
import { useGetDiscoveryQuery } from '#store/api/discovery-api.ts';
import styles from './discovery-section.module.css';

type Kind = keyof Discovery;

const kinds = ['falls', 'nearLows', 'newlyListed'] as const satisfies readonly Kind[];

export function DiscoverySection() {
  const { data, isError, error, refetch } = useGetDiscoveryQuery();
  const [chosen, setChosen] = useState<Kind | null>(null);
  const [open, setOpen] = useState<Collectible | null>(null);
  if (data === undefined && !isError) return null;
  const kind = chosen ?? kinds.find((each) => (data?.[each].length ?? 0) > 0) ?? 'falls';
  const items = data?.[kind] ?? [];
  return (
    <section className={styles.disc} aria-labelledby="discovery">
      <div className="sec-h">
        <h2 className="title" id="discovery">
          {copy.title}
        </h2>
        <div className="seg" role="group" aria-label={copy.show}>
          {kinds.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === kind}
              onClick={() => setChosen(each)}
            >
              {copy.kinds[each]}
            </button>
          ))}
        </div>
      </div>
      {data === undefined && (
        <ErrorState message={unreadText(error, copy.failed)} onRetry={refetch} />
      )}
      {data !== undefined && (
        <p className={`meta ${styles.disc__hint}`}>
          {items.length === 0 ? copy.none[kind] : copy.hints[kind]}
        </p>
      )}
      {items.length > 0 && (
        <ul className={styles.disc__list}>
          {items.map((item) => (
            <Item key={item.id} kind={kind} item={item} onAddThreshold={() => setOpen(item)} />
          ))}
        </ul>
      )}
      {open !== null && (
        <ThresholdDialog
          matchId={open.matchId}
          collectibleId={open.id}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  );
}

function Item(props: {
  readonly kind: Kind;
  readonly item: Collectible;
  readonly onAddThreshold: () => void;
}) {
  const item = useLivePrice(props.item);
  const name = collectibleName(item.category, item.name);
  return (
    <li>
      <div className={styles.disc__n}>
        <Link to={matchPath(item.matchId, { collectible: item.id })}>
          {item.matchName}
          <span className="vh">, {name}</span>
        </Link>
        <span className="meta" aria-hidden="true">
          {name}
        </span>
      </div>
      <div className={`${styles.disc__p} num`}>
        {item.floorCents !== null && (
          <FlashingPrice cents={item.floorCents} {...priceParts(item.floorCents, item.currency)} />
        )}
        <span className="meta">
          <Figure kind={props.kind} item={item} />
        </span>
      </div>
      <button
        type="button"
        className="iconbtn"
        aria-label={`${overviewCopy.createThreshold} de ${item.matchName}, ${name}`}
        onClick={props.onAddThreshold}
      >
        <Icon name="alert" />
      </button>
    </li>
  );
}

/** Why it is in the list. */
function Figure({ kind, item }: { readonly kind: Kind; readonly item: Collectible }) {
  if (kind === 'falls') return <ChangeIn24h basisPoints={item.change24hBp} />;
  if (kind === 'newlyListed') return copy.newlyListed;
  const { floorCents, low30dCents } = item;
  if (floorCents === null || low30dCents === null) return null;
  const aboveBp = ((floorCents - low30dCents) / low30dCents) * 10_000;
  return aboveBp <= 0 ? copy.atLow : copy.aboveLow(aboveBp);
}
