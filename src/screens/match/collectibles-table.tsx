/** Virtual grid of a match's collectibles and the user's thresholds; filters and order are in the URL. */
import { useDeferredValue, useMemo, useState } from 'react';
import { EmptyState } from '#src/components/async-states.tsx';
import { VirtualGrid } from '#src/components/virtual-grid.tsx';
import { count } from '#src/copy/format.ts';
import { matchCopy as copy } from '#src/copy/match.ts';
import { sharedCategories } from '#src/features/matches/shared-categories.ts';
import { useMergeLivePrice } from '#src/features/prices/use-live-price.ts';
import { thresholdToShow } from '#src/features/watch-list/watch-list-rows.ts';
import {
  flagField,
  type SearchParamField,
  type SearchParamFields,
  textField,
} from '#src/hooks/search-param-fields.ts';
import { useSearchParamFields } from '#src/hooks/use-search-param-fields.ts';
import type { Collectible, Settings, Threshold, ThresholdItem } from '#store/api/api-types.ts';
import { CollectibleFilters } from './collectible-filters.tsx';
import { CollectibleRow } from './collectible-row.tsx';
import { CollectibleTableHeader } from './collectible-table-header.tsx';
import styles from './collectibles-table.module.css';
import {
  type CollectibleSearch,
  type CollectibleSort,
  filterCollectibles,
  tableSorts,
  toSearchable,
} from './filter-collectibles.ts';

const rowHeight = 56;
/** From this many on, filters are shown. */
const minCountForFilters = 9;

export function CollectiblesTable(props: {
  readonly collectibles: readonly Collectible[];
  readonly chosenId: string | undefined;
  readonly umbrales: Readonly<Record<string, Threshold>>;
  readonly states: Settings['states'];
  readonly onChoose: (collectibleId: string) => void;
  readonly onEditThreshold: (
    collectibleId: string,
    editing: Pick<ThresholdItem, 'id' | 'threshold'> | undefined,
  ) => void;
}) {
  const { collectibles, onChoose, onEditThreshold } = props;
  const { search, set } = useCollectibleSearchParams();
  const shown = useFilteredCollectibles(collectibles, search);
  const thresholds = useMemo(
    () => thresholdsByCollectible(props.umbrales, props.states, collectibles),
    [props.umbrales, props.states, collectibles],
  );
  // Remounts the filters, so that text typed just before they were cleared does not settle afterwards.
  const [timesCleared, setTimesCleared] = useState(0);
  const clear = () => {
    set({ q: '', category: '', listed: false });
    setTimesCleared(timesCleared + 1);
  };
  const shared = useMemo(() => sharedCategories(collectibles), [collectibles]);
  const isSearched = search.q !== '' || search.category !== '' || search.listed;
  return (
    <section aria-labelledby="collectibles" className={styles.collectibles}>
      <div className="sec-h">
        <h2 className="title" id="collectibles">
          {copy.collectibles}
        </h2>
        <p className="meta end" role="status">
          {isSearched && copy.found(count(shown.length), count(collectibles.length))}
        </p>
      </div>
      {(collectibles.length >= minCountForFilters || isSearched) && (
        <CollectibleFilters
          key={timesCleared}
          collectibles={collectibles}
          search={search}
          onChange={set}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState title={copy.noneTitle} action={{ label: copy.clear, onClick: clear }}>
          {copy.none}
        </EmptyState>
      ) : (
        <VirtualGrid
          label={copy.collectibles}
          className={styles.clist}
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
                  isCategoryShared={shared.has(item.category)}
                  threshold={thresholds.get(item.id)}
                  chosen={item.id === props.chosenId}
                  rowIndex={rowIndex}
                  tabIndex={tabIndex}
                  onChoose={onChoose}
                  onEditThreshold={onEditThreshold}
                />
              )
            );
          }}
        />
      )}
    </section>
  );
}

/** Filtered with a deferred value, so that typing is never blocked. */
function useFilteredCollectibles(
  collectibles: readonly Collectible[],
  search: CollectibleSearch,
): Collectible[] {
  const withLivePrice = useMergeLivePrice();
  const deferredSearch = useDeferredValue(search);
  const all = useMemo(() => toSearchable(collectibles), [collectibles]);
  // Sorted by the prices at this moment; later price changes do not move rows.
  return useMemo(
    () => filterCollectibles(all, deferredSearch, withLivePrice),
    [all, deferredSearch, withLivePrice],
  );
}

/** The nearest threshold on each collectible; those on a match or category are listed beside the chart. */
function thresholdsByCollectible(
  umbrales: Readonly<Record<string, Threshold>>,
  states: Settings['states'],
  collectibles: readonly Collectible[],
): Map<string, Pick<ThresholdItem, 'id' | 'threshold'>> {
  const own = new Map<string, Pick<ThresholdItem, 'id' | 'threshold'>[]>();
  for (const [id, threshold] of Object.entries(umbrales)) {
    const { target } = threshold;
    if (target.kind === 'collectible')
      own.set(target.id, [...(own.get(target.id) ?? []), { id, threshold }]);
  }
  const thresholds = new Map<string, Pick<ThresholdItem, 'id' | 'threshold'>>();
  for (const item of own.size === 0 ? [] : collectibles) {
    const nearest = thresholdToShow(item, own.get(item.id) ?? [], states);
    if (nearest !== null) thresholds.set(item.id, nearest);
  }
  return thresholds;
}

/** Values of the URL parameter: `precio` ascending, `-precio` descending. */
const sortWords: Readonly<Record<CollectibleSort, string>> = {
  name: 'nombre',
  floor: 'precio',
  change: 'cambio',
  listings: 'oferta',
  lastSale: 'venta',
};

const sortField: SearchParamField<CollectibleSearch['sort']> = {
  name: 'orden',
  parse(text) {
    const descending = text?.startsWith('-') ?? false;
    const word = descending ? text?.slice(1) : text;
    const by = tableSorts.find((sort) => sortWords[sort] === word);
    return by === undefined ? null : { by, descending };
  },
  format: (sort) => (sort === null ? null : `${sort.descending ? '-' : ''}${sortWords[sort.by]}`),
};

const fields: SearchParamFields<CollectibleSearch> = {
  q: textField('q'),
  category: textField('categoria'),
  listed: flagField('venta'),
  sort: sortField,
};

/** Search, filters and order of a match's collectibles, in the URL query. */
const useCollectibleSearchParams = () => useSearchParamFields(fields);
