/** Tabs that choose the collectible of the chart; only the first few, the rest are in the list below. */
import { type KeyboardEvent, useRef } from 'react';
import { matchCopy as copy } from '#src/copy/match.ts';
import type { Collectible } from '#store/api/api-types.ts';
import styles from './collectible-tabs.module.css';
import { tabName } from './tab-name.ts';

/** ARIA tabs: arrows, Home and End move; only the selected tab is in the tab order. */
export function CollectibleTabs(props: {
  readonly collectibles: readonly Collectible[];
  readonly chosen: Collectible;
  /** Categories of several collectibles, which need their names. */
  readonly shared: ReadonlySet<string>;
  readonly onChoose: (collectibleId: string) => void;
  /** Id of the `tabpanel`. */
  readonly panelId: string;
}) {
  const { collectibles: all, chosen, shared, onChoose } = props;
  const bar = useRef<HTMLDivElement>(null);
  const collectibles = tabbed(all, chosen);
  const move = (event: KeyboardEvent) => {
    const index = collectibles.findIndex(({ id }) => id === chosen.id);
    const last = collectibles.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    };
    const next = targets[event.key];
    const item = next === undefined ? undefined : collectibles[next];
    if (item === undefined) return;
    event.preventDefault();
    onChoose(item.id);
    bar.current?.querySelectorAll('button')[next ?? 0]?.focus();
  };
  return (
    <div
      className={styles.tierbar}
      role="tablist"
      aria-label={copy.category}
      ref={bar}
      onKeyDown={move}
    >
      {collectibles.map((item) => (
        <button
          key={item.id}
          type="button"
          role="tab"
          aria-controls={props.panelId}
          aria-selected={item.id === chosen.id}
          tabIndex={item.id === chosen.id ? 0 : -1}
          onClick={() => onChoose(item.id)}
        >
          {tabName(item, shared)}
        </button>
      ))}
    </div>
  );
}

const maxTabs = 12;

/** The first collectibles, and always the chosen one: a match may have thousands. */
export function tabbed(all: readonly Collectible[], chosen: Collectible): readonly Collectible[] {
  const first = all.slice(0, maxTabs);
  return first.some(({ id }) => id === chosen.id) ? first : [...first.slice(0, -1), chosen];
}
