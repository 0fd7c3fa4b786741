/** Dialog that creates many thresholds of one template, listed before they are made; one press undoes them. */
import { type FormEvent, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { ErrorState, Skeleton } from '#src/components/async-states.tsx';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogFoot } from '#src/components/dialog.tsx';
import { templateCopy as copy } from '#src/copy/threshold-template.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { SettingsErrorBanner } from '#src/features/settings/settings-error-banner.tsx';
import { useSettingsMutation } from '#src/features/settings/use-settings-mutation.ts';
import { useUndoSettingsChange } from '#src/features/settings/use-undo-settings-change.ts';
import styles from '#src/features/thresholds/threshold-dialog.module.css';
import type { Threshold } from '#store/api/api-types.ts';
import { useGetMatchesQuery } from '#store/api/base-api.ts';
import { useGetMarketCollectiblesQuery } from '#store/api/market-collectibles-api.ts';
import { largestPage } from '#store/api/pages.ts';
import { usePlan } from '#store/use-plan.ts';
import { TemplateList } from './template-list.tsx';
import { parseShare, TemplateSentence, type WrittenTemplate } from './template-sentence.tsx';
import { type TemplateRow, templateThresholds } from './template-thresholds.ts';

/** The server's maximum. */
const allMatches = { limit: largestPage } as const;
const idOf = ({ collectible }: TemplateRow): string => collectible.id;

export function TemplateDialog({ onClose }: { readonly onClose: () => void }) {
  const [written, setWritten] = useState<WrittenTemplate>({
    scope: 'market',
    category: null,
    direction: 'below',
    shareText: '10',
  });
  /** Ids of collectibles; null: as many as the plan has room for. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const mutation = useSettingsMutation();
  const undoChange = useUndoSettingsChange();
  const { showToast } = useSession();
  const market = useGetMarketCollectiblesQuery({ watched: written.scope === 'watched' });
  const matches = useGetMatchesQuery(allMatches);
  const { settings } = mutation;
  const umbrales = settings?.configuracion.umbrales;
  const present = useMemo<readonly Threshold[]>(() => Object.values(umbrales ?? {}), [umbrales]);
  const plan = usePlan();
  const maxThresholds = plan?.maxThresholds ?? Number.POSITIVE_INFINITY;
  const room = Math.max(0, maxThresholds - present.length);
  const share = parseShare(written.shareText);
  const found = useMemo(
    () =>
      share === null || market.data === undefined || matches.data === undefined
        ? []
        : templateThresholds(
            { ...written, share },
            { collectibles: market.data.items, matches: matches.data.items },
            present,
          ).slice(0, maxThresholds),
    [written, share, market.data, matches.data, present, maxThresholds],
  );
  const suggested = new Set(
    found
      .filter(({ isPresent }) => !isPresent)
      .slice(0, room)
      .map(idOf),
  );
  const selected = found.filter((row) => (chosen ?? suggested).has(idOf(row)));
  const change = (part: Partial<WrittenTemplate>) => {
    setWritten((old) => ({ ...old, ...part }));
    setChosen(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (selected.length === 0 || selected.length > room) return;
    const creations = selected.map(({ threshold }) => ({ id: crypto.randomUUID(), threshold }));
    // Those that were not watched before; where the plan had no room they still are not.
    const watched = settings?.configuracion.partidos ?? [];
    const unwatch = selected.map(({ match }) => match.id).filter((id) => !watched.includes(id));
    const isSaved = await mutation.change({
      kind: 'batch',
      changes: creations.map((creation) => ({ kind: 'create', ...creation })),
    });
    if (!isSaved) return;
    showToast(copy.created(creations.length), 'info', {
      label: copy.undo,
      run: () =>
        undoChange({
          kind: 'batch',
          changes: creations.map(({ id }) => ({ kind: 'delete', id })),
          unwatch,
        }),
    });
    onClose();
  };
  const failed = market.error ?? matches.error;
  const retry = () => {
    void market.refetch();
    void matches.refetch();
  };
  return (
    <Dialog title={copy.title} className={styles['modal--thr']} onClose={onClose}>
      {failed !== undefined && <ErrorState message={copy.failed} onRetry={retry} />}
      {failed === undefined && (market.data === undefined || matches.data === undefined) && (
        <Skeleton rows={4} label={copy.loading} />
      )}
      {failed === undefined && market.data !== undefined && matches.data !== undefined && (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <TemplateSentence
            written={written}
            collectibles={market.data.items}
            matches={matches.data.items}
            onChange={change}
          />
          <SettingsErrorBanner mutation={mutation} />
          {share !== null && (
            <p role="status">
              <b>{found.length === 0 ? copy.none : copy.made(selected.length)}</b>
            </p>
          )}
          {found.length > 0 && (
            <TemplateList
              rows={found}
              isSelected={(row) => (chosen ?? suggested).has(idOf(row))}
              onSelect={(row, isSelected) => {
                const next = new Set(selected.map(idOf));
                if (isSelected) next.add(idOf(row));
                else next.delete(idOf(row));
                setChosen(next);
              }}
            />
          )}
          {market.data.isPartial && <p className="meta">{copy.partial}</p>}
          {plan !== null && found.length > room && (
            <p className="meta">
              {copy.room(room, plan.label)} <Link to="/dashboard/plan">{copy.seePlans}</Link>
            </p>
          )}
          {selected.length > room && (
            <p className="field__error" role="alert">
              {copy.tooMany(room)}
            </p>
          )}
          <DialogFoot leaveLabel={copy.cancel} onLeave={onClose}>
            <Button
              type="submit"
              loading={mutation.saving}
              disabled={selected.length === 0 || selected.length > room}
            >
              {copy.create(selected.length)}
            </Button>
          </DialogFoot>
        </form>
      )}
    </Dialog>
  );
}
