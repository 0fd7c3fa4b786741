/** Switches that lay other collectibles of the match over the chart; pressed, they are its legend. */
import { matchCopy as copy } from '#src/copy/match.ts';
import { LivePrice } from '#src/features/prices/live-price.tsx';
import type { Collectible } from '#store/api/api-types.ts';
import { tabbed } from './collectible-tabs.tsx';
import styles from './compare-switches.module.css';
import { tabName } from './tab-name.ts';
import type { useCompared } from './use-compared.ts';

export function CompareSwitches(
  props: ReturnType<typeof useCompared> & {
    readonly collectibles: readonly Collectible[];
    readonly chosen: Collectible;
    readonly shared: ReadonlySet<string>;
  },
) {
  const { collectibles, chosen, shared, compared, isFull, toggle } = props;
  const offered = tabbed(collectibles, chosen).filter(({ id }) => id !== chosen.id);
  const beyondTabs = compared.map(({ item }) => item).filter((item) => !offered.includes(item));
  if (offered.length === 0) return null;
  return (
    <div className={styles.compare} role="group" aria-label={copy.compare}>
      <span className="meta" aria-hidden="true">
        {copy.compare}
      </span>
      {[...offered, ...beyondTabs].map((item) => {
        const dash = compared.find((other) => other.item.id === item.id)?.dash;
        const isBlocked = isFull && dash === undefined;
        return (
          <button
            key={item.id}
            type="button"
            className={styles.switch}
            aria-pressed={dash !== undefined}
            // Not `disabled`: the focus would be lost when the last place is taken.
            aria-disabled={isBlocked || undefined}
            title={isBlocked ? copy.compareFull : undefined}
            onClick={() => toggle(item.id)}
          >
            {dash !== undefined && (
              <svg viewBox="0 0 24 2" aria-hidden="true">
                <line x1="0" x2="24" y1="1" y2="1" strokeDasharray={dash} />
              </svg>
            )}
            {tabName(item, shared)}
            {dash !== undefined && (
              <b>
                <LivePrice item={item} emptyText={copy.nothingListed} />
              </b>
            )}
          </button>
        );
      })}
    </div>
  );
}
