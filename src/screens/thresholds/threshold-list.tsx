/** Virtual grid of the thresholds found, their selection and its actions. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { alertsPath } from '#domain/app-links.ts';
import { VirtualGrid } from '#src/components/virtual-grid.tsx';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import { useListKeys } from '#src/features/command-menu/use-list-keys.ts';
import { SettingsErrorBanner } from '#src/features/settings/settings-error-banner.tsx';
import { useSettingsMutation } from '#src/features/settings/use-settings-mutation.ts';
import { ThresholdDialog } from '#src/features/thresholds/threshold-dialog.tsx';
import { useThresholdCommands } from '#src/features/thresholds/use-threshold-commands.ts';
import type { ThresholdItem } from '#store/api/api-types.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import thresholdListStyles from './threshold-list.module.css';
import thresholdRowStyles from './threshold-row.module.css';
import { type RowActions, ThresholdRow } from './threshold-row.tsx';

const rowHeight = 64;

export function ThresholdList({ rows }: { readonly rows: readonly ThresholdItem[] }) {
  const mutation = useSettingsMutation();
  const commands = useThresholdCommands(mutation);
  const { ids, toggle, setAll } = useSelection(rows);
  const [editing, setEditing] = useState<ThresholdItem | null>(null);
  const [isChanging, setChanging] = useState(false);
  const list = useRef<HTMLElement>(null);
  useListKeys(list);
  const selected = rows.filter(({ id }) => ids.has(id));
  /** The row or the button that had the focus goes. */
  const removeAll = async (items: readonly ThresholdItem[]) => {
    if (!(await commands.remove(items))) return;
    setAll(false);
    list.current?.focus();
  };
  const navigate = useNavigate();
  const latest = useRef({ commands, removeAll, navigate });
  latest.current = { commands, removeAll, navigate };
  const actions = useMemo<RowActions>(
    () => ({
      onSelect: toggle,
      onPause: (item, isPaused) => void latest.current.commands.setPaused([item], isPaused),
      onSnooze: (item, choice) => void latest.current.commands.snooze([item], choice),
      onEdit: setEditing,
      onRemove: (item) => void latest.current.removeAll([item]),
      onSeeAlerts: ({ id }) => latest.current.navigate(alertsPath({ threshold: id })),
    }),
    [toggle],
  );
  return (
    <>
      {!isChanging && <SettingsErrorBanner mutation={mutation} />}
      <section ref={list} tabIndex={-1} aria-label={copy.title}>
        <VirtualGrid
          label={copy.title}
          className={thresholdRowStyles.tlist}
          head={
            <Head
              amount={rows.length}
              selected={selected.length}
              onSelectAll={(isSelected) => setAll(isSelected)}
            />
          }
          count={rows.length}
          total={rows.length}
          rowHeight={rowHeight}
          keyOf={(index) => rows[index]?.id ?? ''}
          row={(index, { rowIndex, tabIndex }) => {
            const item = rows[index];
            return (
              item && (
                <ThresholdRow
                  item={item}
                  isSelected={ids.has(item.id)}
                  rowIndex={rowIndex}
                  tabIndex={tabIndex}
                  actions={actions}
                />
              )
            );
          }}
        />
      </section>
      {selected.length > 0 && (
        <SelectionBar
          items={selected}
          disabled={mutation.saving}
          onPause={(isPaused) => void commands.setPaused(selected, isPaused)}
          onSnooze={(choice) => void commands.snooze(selected, choice)}
          onChange={() => setChanging(true)}
          onRemove={() => void removeAll(selected)}
          onUnselect={() => {
            setAll(false);
            list.current?.focus();
          }}
        />
      )}
      {isChanging && (
        <ChangeDialog
          items={selected}
          mutation={mutation}
          onChange={(wanted) => commands.change(selected, wanted)}
          onClose={() => setChanging(false)}
        />
      )}
      {editing !== null && (
        <ThresholdDialog
          matchId={editing.matchId}
          editing={{ id: editing.id, threshold: editing.threshold }}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

function Head(props: {
  readonly amount: number;
  readonly selected: number;
  readonly onSelectAll: (isSelected: boolean) => void;
}) {
  const { head } = copy;
  const { amount, selected } = props;
  return (
    <div
      className={`vrow vrow--head ${thresholdRowStyles.trow} ${thresholdRowStyles['trow--head']}`}
      role="row"
      aria-rowindex={1}
    >
      <span className="trow__k" role="columnheader">
        <label className={thresholdListStyles.trow__chk}>
          <span className="vh">{copy.selectAll(amount)}</span>
          <input
            type="checkbox"
            checked={selected === amount}
            ref={(box) => {
              if (box !== null) box.indeterminate = selected > 0 && selected < amount;
            }}
            onChange={(event) => props.onSelectAll(event.target.checked)}
          />
          <span className={thresholdRowStyles.trow__all} aria-hidden="true">
            {copy.selectAll(amount)}
          </span>
        </label>
      </span>
      <span role="columnheader">{head.name}</span>
      <span className="num" role="columnheader">
        {head.price}
      </span>
      <span className="dist" role="columnheader">
        <span className="dist__flag">{head.line}</span>
      </span>
      <span role="columnheader">{head.lastAlert}</span>
      <span role="columnheader">
        <span className="vh">{head.actions}</span>
      </span>
    </div>
  );
}

/** Selected rows of a list, by id; what is no longer shown is not selected. */
function useSelection(rows: readonly { readonly id: string }[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(
    () => new Set(rows.flatMap(({ id }) => (chosen.has(id) ? [id] : []))),
    [rows, chosen],
  );
  const toggle = useCallback(
    (id: string, isSelected: boolean) =>
      setChosen((old) => {
        const next = new Set(old);
        if (isSelected) next.add(id);
        else next.delete(id);
        return next;
      }),
    [],
  );
  const setAll = (isSelected: boolean) =>
    setChosen(new Set(isSelected ? rows.map(({ id }) => id) : []));
  return { ids, toggle, setAll };
}
