/** Which collectible the chart shows: true tabs for the first few, the list below for the rest. */
import { type KeyboardEvent, useRef } from 'react';
import { matchCopy as copy } from '#src/copy/match.ts';
import { categoryName } from '#src/copy/thresholds.ts';
import type { Collectible } from '#store/api/types.ts';

/** True tabs: arrows, Home and End move, and the chosen one is the only stop of the Tab key. */
export function CollectibleTabs({
  collectibles: all,
  chosen,
  onChoose,
}: {
  readonly collectibles: readonly Collectible[];
  readonly chosen: Collectible;
  readonly onChoose: (collectibleId: string) => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const collectibles = tabbed(all, chosen);
  const move = (event: KeyboardEvent) => {
    const at = collectibles.findIndex(({ id }) => id === chosen.id);
    const last = collectibles.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
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
    <div className="tierbar" role="tablist" aria-label={copy.category} ref={bar} onKeyDown={move}>
      {collectibles.map((item) => (
        <button
          key={item.id}
          type="button"
          role="tab"
          aria-selected={item.id === chosen.id}
          tabIndex={item.id === chosen.id ? 0 : -1}
          onClick={() => onChoose(item.id)}
        >
          {categoryName(item.category)}
        </button>
      ))}
    </div>
  );
}

const tabsAtMost = 12;

/** A market may list thousands of a match: those beyond the first few are chosen in the list below. */
function tabbed(all: readonly Collectible[], chosen: Collectible): readonly Collectible[] {
  const first = all.slice(0, tabsAtMost);
  return first.some(({ id }) => id === chosen.id) ? first : [...first.slice(0, -1), chosen];
}
