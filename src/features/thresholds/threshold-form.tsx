/** Threshold form: the rule as a sentence, a preview on the price history, band, notes and buttons. */
import { type FormEvent, useState } from 'react';
import { rearmCents } from '#domain/crossing.ts';
import { plans } from '#domain/plans.ts';
import type { Condition } from '#domain/threshold.ts';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { thresholdMoney } from '#src/copy/format.ts';
import { umbralRuleSentence } from '#src/copy/settings-conflict.ts';
import { thresholdFormCopy as copy, draftErrors } from '#src/copy/threshold-form.ts';
import type { Collectible, Umbral, UmbralInput } from '#store/api/api-types.ts';
import { toRule } from '#store/api/api-types.ts';
import { toUmbralInput } from '#store/api/save-settings-change.ts';
import { useProfile } from '#store/use-profile.ts';
import { useMergeLivePrice } from '../prices/use-live-price.ts';
import { SettingsErrorBanner } from '../settings/settings-error-banner.tsx';
import { DeleteThresholdButton } from './delete-threshold-button.tsx';
import {
  defaultValueFor,
  draftToUmbral,
  newDraft,
  type ThresholdDraft,
  umbralToDraft,
} from './threshold-draft.ts';
import { ThresholdNotes } from './threshold-notes.tsx';
import { ThresholdPreview } from './threshold-preview.tsx';
import { ThresholdSentence } from './threshold-sentence.tsx';
import { useThresholdSave } from './use-threshold-save.ts';

export interface ThresholdFormProps {
  readonly matchId: string;
  /** Preselected collectible. */
  readonly collectibleId?: string | undefined;
  /** Price proposed, in cents; by default near the current one. */
  readonly priceCents?: number | undefined;
  /** The threshold to edit; absent for a new one. */
  readonly editing?: { readonly id: string; readonly umbral: Umbral } | undefined;
  readonly collectibles: readonly Collectible[];
  readonly currency: string;
  /** Called after saving or deleting. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
  readonly cancelLabel?: string;
}

export function ThresholdForm({
  matchId,
  collectibleId,
  priceCents,
  editing,
  onDone,
  onCancel,
  cancelLabel = copy.cancel,
  collectibles,
  currency,
}: ThresholdFormProps) {
  const withLivePrice = useMergeLivePrice();
  const chosen = collectibles.find(({ id }) => id === collectibleId) ?? collectibles[0];
  const [draft, setDraft] = useState<ThresholdDraft>(() =>
    editing ? umbralToDraft(editing.umbral) : newDraft(chosen && withLivePrice(chosen), priceCents),
  );
  const [submitted, setSubmitted] = useState(false);
  const { data: profile } = useProfile();
  const plan = plans[profile?.plan ?? 'basico'];
  const thresholdSave = useThresholdSave(
    editing && { ...editing, umbral: toUmbralInput(editing.umbral) },
  );
  const { mutation, savedElsewhere } = thresholdSave;
  // Without the one being saved, which the settings already show.
  const thresholdCount = Object.keys(mutation.settings?.configuracion.umbrales ?? {}).filter(
    (id) => id !== thresholdSave.id,
  ).length;
  const used = editing === undefined && mutation.settings !== undefined ? thresholdCount : null;
  const umbral = draftToUmbral(draft, { matchId, currency });
  const draftError = typeof umbral === 'string' ? umbral : null;
  const set = (part: Partial<ThresholdDraft>) => setDraft((old) => ({ ...old, ...part }));
  const chooseCondition = (condition: Condition) => {
    const target = collectibles.find(({ id }) => draft.target === `collectible:${id}`);
    set({
      condition,
      text: defaultValueFor(condition, target ? withLivePrice(target).floorCents : null),
    });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (typeof umbral === 'string') return;
    if (await thresholdSave.save(umbral)) onDone();
  };
  const remove = async () => {
    if (await thresholdSave.save(null)) onDone();
  };

  return (
    <form onSubmit={submit} noValidate>
      <ThresholdSentence
        draft={draft}
        collectibles={collectibles}
        currency={currency}
        plan={plan}
        isInvalid={submitted && draftError !== null && draftError !== 'band'}
        onTarget={(target) => set({ target })}
        onCondition={chooseCondition}
        onText={(text) => set({ text })}
      />
      {submitted && draftError !== null && (
        <p className="field__error" id="threshold-problem" role="alert">
          <Icon name="warning" />
          {draftErrors[draftError]}
        </p>
      )}
      {typeof umbral !== 'string' && <ThresholdPreview umbral={umbral} matchId={matchId} />}
      <details className="adv">
        <summary>
          {copy.band}: {draft.bandText} %
        </summary>
        <div className="field unit">
          <label className="vh" htmlFor="threshold-band">
            {copy.band}
          </label>
          <input
            id="threshold-band"
            className="input"
            inputMode="decimal"
            value={draft.bandText}
            onChange={(event) => set({ bandText: event.target.value })}
          />
          <span>%</span>
        </div>
        <p className="meta">{bandHint(umbral)}</p>
      </details>
      <ThresholdNotes plan={plan} used={used} />
      <SettingsErrorBanner mutation={mutation}>
        {savedElsewhere !== null && (
          <Button variant="outline" small onClick={() => setDraft(umbralToDraft(savedElsewhere))}>
            {copy.chooseRemote(umbralRuleSentence(savedElsewhere))}
          </Button>
        )}
      </SettingsErrorBanner>
      <div className="modal__foot">
        {editing && <DeleteThresholdButton onRemove={() => void remove()} />}
        <Button variant="quiet" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button
          type="submit"
          loading={mutation.saving}
          disabled={used !== null && used >= plan.maxThresholds}
        >
          {copy.save}
        </Button>
      </div>
    </form>
  );
}

/** Hint for the re-arm band, with the price where there is one: “vuelve a 121,54 €”. */
function bandHint(umbral: UmbralInput | string): string {
  const rearm = typeof umbral === 'string' ? null : rearmCents(toRule(umbral));
  if (typeof umbral === 'string' || rearm === null) return copy.bandHint;
  return copy.rearms(thresholdMoney(rearm, umbral.moneda));
}
