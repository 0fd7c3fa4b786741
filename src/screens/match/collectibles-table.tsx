/** Everything on sale for the match, with the user's line beside each price: searched, filtered and sorted by the URL. */
import { useDeferredValue, useMemo } from 'react';
import { EmptyState } from '#src/components/async-states.tsx';
import { Button } from '#src/components/button.tsx';
import { VirtualGrid } from '#src/components/virtual-grid.tsx';
import { count } from '#src/copy/format.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import { useGetCurrentPrice } from '#src/features/prices/use-live-price.ts';
import type { OwnThreshold } from '#src/features/watch-list/watch-list-rows.ts';
import { nearestOf } from '#src/features/watch-list/watch-list-rows.ts';
import type { Collectible, Umbral } from '#store/api/types.ts';
import { CollectibleFilters } from './collectible-filters.tsx';
import { CollectibleRow, type Editing } from './collectible-row.tsx';
import { CollectibleTableHeader } from './collectible-table-header.tsx';
import { type CollectibleSearch, filterCollectibles, findable } from './filter-collectibles.ts';
import { useCollectibleSearchParams } from './use-collectible-search-params.ts';

const rowHeight = 56;
/** Fewer are seen at a glance. */
const searchedFrom = 9;

export function CollectiblesTable(props: {
  readonly collectibles: readonly Collectible[];
  readonly chosenId: string | undefined;
  readonly umbrales: Readonly<Record<string, Umbral>>;
  readonly onChoose: (collectibleId: string) => void;
  readonly onThreshold: (collectibleId: string, editing: Editing | undefined) => void;
}) {
  const { collectibles, onChoose, onThreshold } = props;
  const { search, set } = useCollectibleSearchParams();
  const shown = useFound(collectibles, search);
  const lines = useMemo(
    () => linesByCollectible(props.umbrales, collectibles),
    [props.umbrales, collectibles],
  );
  const isSearched = search.q !== '' || search.category !== '' || search.listed;
  return (
    <section aria-labelledby="collectibles" className="collectibles">
      <div className="sec-h">
        <h2 className="title" id="collectibles">
          {copy.collectibles}
        </h2>
        <p className="meta end" role="status">
          {isSearched && copy.found(count(shown.length), count(collectibles.length))}
        </p>
      </div>
      {(collectibles.length >= searchedFrom || isSearched) && (
        <CollectibleFilters collectibles={collectibles} search={search} onChange={set} />
      )}
      {shown.length === 0 ? (
        <EmptyState
          title={copy.noneTitle}
          action={
            <Button variant="outline" onClick={() => set({ q: '', category: '', listed: false })}>
              {copy.clear}
            </Button>
          }
        >
          {copy.none}
        </EmptyState>
      ) : (
        <VirtualGrid
          label={copy.collectibles}
          className="clist"
          head={<CollectibleTableHeader sort={search.sort} onSort={(sort) => set({ sort })} />}
          count={shown.length}
          total={shown.length}
          rowHeight={rowHeight}
          keyOf={(index) => shown[index]?.id ?? ''}
          row={(index, { rowIndex, tabIndex }) => {
            const item = shown[index];
            return (
              item && (
                <CollectibleRow
                  item={item}
                  line={lines.get(item.id)}
                  chosen={item.id === props.chosenId}
                  rowIndex={rowIndex}
                  tabIndex={tabIndex}
                  onChoose={onChoose}
                  onThreshold={onThreshold}
                />
              )
            );
          }}
        />
      )}
    </section>
  );
}

/** Nothing is held up by the finding: what is shown follows a moment later. */
function useFound(collectibles: readonly Collectible[], search: CollectibleSearch): Collectible[] {
  const now = useGetCurrentPrice();
  const asked = useDeferredValue(search);
  const all = useMemo(() => findable(collectibles), [collectibles]);
  // In the order of this moment's prices; then rows stay where they are, whatever their prices do.
  return useMemo(() => filterCollectibles(all, asked, now), [all, asked, now]);
}

/** The nearest line on each; those on a whole match or category stand beside the chart. */
function linesByCollectible(
  umbrales: Readonly<Record<string, Umbral>>,
  collectibles: readonly Collectible[],
): Map<string, Editing> {
  const own = new Map<string, OwnThreshold[]>();
  for (const threshold of Object.entries(umbrales)) {
    const { tipo, id } = threshold[1].objetivo;
    if (tipo === 'coleccionable') own.set(id, [...(own.get(id) ?? []), threshold]);
  }
  const lines = new Map<string, Editing>();
  for (const item of own.size === 0 ? [] : collectibles) {
    const line = nearestOf(item, own.get(item.id) ?? []);
    if (line !== null) lines.set(item.id, line);
  }
  return lines;
}
