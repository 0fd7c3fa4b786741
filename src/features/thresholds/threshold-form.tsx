/** Threshold form: the rule as a sentence, quick prices, a preview on the price history, band, notes and buttons. */
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { defaultCollectible } from '#domain/default-collectible.ts';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form-texts.ts';
import { ruleSentence } from '#src/copy/thresholds.ts';
import type { Collectible, ThresholdDraft, ThresholdItem } from '#store/api/api-types.ts';
import { usePlan } from '#store/use-plan.ts';
import { useMergeLivePrice } from '../prices/use-live-price.ts';
import { SettingsErrorBanner } from '../settings/settings-error-banner.tsx';
import { BandField } from './band-field.tsx';
import { ChannelsField } from './channels-field.tsx';
import { NoteAndExpiryFields } from './note-and-expiry-fields.tsx';
import { QuickPrices } from './quick-prices.tsx';
import { type FormValues, newDraft, toFormValues } from './threshold-draft.ts';
import styles from './threshold-form.module.css';
import { PlanLimitBanner, ThresholdNotes } from './threshold-notes.tsx';
import { ThresholdPreview } from './threshold-preview.tsx';
import { ThresholdSentence } from './threshold-sentence.tsx';
import { useThresholdDraft } from './use-threshold-draft.ts';
import { type SaveResult, useThresholdSave } from './use-threshold-save.ts';

interface ThresholdFormProps {
  readonly matchId: string;
  /** Preselected collectible; by default the first on sale, whose price can be proposed. */
  readonly collectibleId?: string | undefined;
  /** Price proposed, in cents; by default near the current one. */
  readonly priceCents?: number | undefined;
  /** What had been written for another match. */
  readonly written?: FormValues | undefined;
  /** The threshold to edit; absent for a new one. */
  readonly editing?: Pick<ThresholdItem, 'id' | 'threshold'> | undefined;
  readonly collectibles: readonly Collectible[];
  readonly currency: string;
  /** Whether the price gets the focus: not where the step's title has it. */
  readonly focusesPrice?: boolean;
  readonly cancelLabel?: string;
  /** Offers a price that is already true, to try an alert at once. */
  readonly offersTrial?: boolean;
  /** Summary beside the form, which then has no test mail. @param threshold the last valid one */
  readonly summary?: (threshold: ThresholdDraft | null) => ReactNode;
  /** Field to choose another match. @param draft what is written */
  readonly matchField?: (draft: FormValues) => ReactNode;
  /** Called after saving, and with null after deleting. */
  readonly onDone: (saved: SaveResult | null) => void;
  readonly onCancel: () => void;
  /** Something was typed or chosen. */
  readonly onWritten?: () => void;
}

export function ThresholdForm(props: ThresholdFormProps) {
  const { matchId, editing, collectibles, currency, onDone } = props;
  const withLivePrice = useMergeLivePrice();
  const chosen =
    collectibles.find(({ id }) => id === props.collectibleId) ?? defaultCollectible(collectibles);
  const form = useThresholdDraft(
    () =>
      editing
        ? toFormValues(editing.threshold)
        : newDraft(matchId, chosen && withLivePrice(chosen), props.priceCents, props.written),
    { currency, collectibles },
  );
  const { draft, threshold, error: draftError } = form;
  const isValueWrong = draftError?.field === 'value';
  const hintId = useId();
  const valueField = useFocusedValue(props.focusesPrice === true);
  /** Errors show after the first attempt to save, or once the field was left. */
  const [isChecked, setChecked] = useState(false);
  const plan = usePlan();
  const thresholdSave = useThresholdSave(matchId, editing);
  const { mutation, savedElsewhere } = thresholdSave;
  // Without the one being saved, which the settings already show.
  const thresholdCount = Object.keys(mutation.settings?.configuracion.umbrales ?? {}).filter(
    (id) => id !== thresholdSave.id,
  ).length;
  const used = editing === undefined && mutation.settings !== undefined ? thresholdCount : null;
  const isFull = plan !== null && used !== null && used >= plan.maxThresholds;
  const isPrice = draft.condition === 'below' || draft.condition === 'above';
  const { target } = draft;
  const charted =
    target.kind === 'collectible' ? collectibles.find(({ id }) => id === target.id) : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (threshold === null) {
      if (isValueWrong) valueField.current?.focus();
      return;
    }
    const saved = await thresholdSave.save(threshold);
    if (saved !== null) onDone(saved);
  };
  const remove = async () => {
    if (await thresholdSave.remove()) onDone(null);
  };

  return (
    <form onSubmit={submit} onChange={props.onWritten} noValidate>
      {isFull && <PlanLimitBanner plan={plan} />}
      <div>
        <ThresholdSentence
          matchId={matchId}
          draft={draft}
          collectibles={collectibles}
          currency={currency}
          plan={plan}
          isInvalid={isChecked && isValueWrong}
          hintId={hintId}
          valueField={valueField}
          onTarget={form.setTarget}
          onCondition={form.setCondition}
          onText={form.setText}
          onLeft={() => setChecked(true)}
        >
          {props.matchField?.(draft)}
        </ThresholdSentence>
        {isChecked && draftError !== null && draftError.field !== 'expiry' ? (
          <p className={`${styles.sentence__hint} field__error`} id={hintId} role="alert">
            <Icon name="warning" />
            {draftError.message}
          </p>
        ) : (
          <p className={`${styles.sentence__hint} meta`} id={hintId}>
            {isPrice && charted !== undefined ? <DragHint /> : copy.hints[draft.condition]}
          </p>
        )}
      </div>
      {isPrice && charted !== undefined && form.lastValid !== null && (
        <QuickPrices
          threshold={form.lastValid}
          collectible={withLivePrice(charted)}
          offersTrial={props.offersTrial === true}
          onPrice={form.setPrice}
        />
      )}
      <ThresholdPreview
        threshold={form.lastValid}
        isUnfinished={isValueWrong}
        collectible={charted}
        onPrice={form.setPrice}
      />
      {/* A change is armed again at once. */}
      {draft.condition !== 'change' && (
        <BandField
          text={draft.bandText}
          threshold={threshold}
          onText={(bandText) => form.set({ bandText })}
        />
      )}
      <NoteAndExpiryFields
        note={draft.note}
        expiresAt={draft.expiresAt}
        isExpiryWrong={isChecked && draftError?.field === 'expiry'}
        onNote={(note) => form.set({ note })}
        onExpiry={form.setExpiry}
      />
      <ChannelsField chosen={draft.channels} onChange={(channels) => form.set({ channels })} />
      <ThresholdNotes
        plan={plan}
        used={used}
        canHoldAlready={draft.condition !== 'change'}
        offersTestMail={props.summary === undefined}
      />
      <SettingsErrorBanner mutation={mutation}>
        {savedElsewhere !== null && (
          <Button variant="outline" small onClick={() => form.set(toFormValues(savedElsewhere))}>
            {copy.chooseRemote(ruleSentence(savedElsewhere))}
          </Button>
        )}
      </SettingsErrorBanner>
      <div className="modal__foot">
        {editing && (
          <Button variant="danger" onClick={() => void remove()}>
            {copy.remove}
          </Button>
        )}
        <Button variant="quiet" onClick={props.onCancel}>
          {props.cancelLabel ?? copy.cancel}
        </Button>
        <Button type="submit" loading={mutation.saving} disabled={isFull}>
          {copy.save}
        </Button>
      </div>
      {props.summary?.(form.lastValid)}
    </form>
  );
}

/** Without the keys where there are none. */
const DragHint = () => (
  <>
    {copy.dragHint}
    <span className={styles.keys}>{copy.dragKeysHint}</span>.
  </>
);

/** Ref to the price, focused and selected at first: open, type, Enter. */
function useFocusedValue(isFocused: boolean) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isFocused) return;
    field.current?.focus();
    field.current?.select();
  }, [isFocused]);
  return field;
}
