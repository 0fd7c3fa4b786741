/** The threshold builder: one sentence with choices, and what it would have done on the real history. */
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { plans } from '#domain/plans.ts';
import { type Condition, conditions } from '#domain/threshold.ts';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { thresholdForm as copy, draftProblems, valueLabels } from '#src/copy/threshold-form.ts';
import { categoryName, conditionVerbs, wholeMatch } from '#src/copy/thresholds.ts';
import { useGetProfileQuery } from '#store/api/monitoring-api.ts';
import type { Collectible, Umbral } from '#store/api/types.ts';
import { type Draft, draftOf, newDraft, toUmbral } from './draft.ts';
import { ThresholdPreview } from './threshold-preview.tsx';
import { problemSentence, useSettingsEdit } from './use-settings-edit.ts';

export interface ThresholdFormProps {
  readonly matchId: string;
  /** The collectible to start from. */
  readonly collectibleId?: string | undefined;
  /** Editing this one; absent = a new one. */
  readonly editing?: { readonly id: string; readonly umbral: Umbral } | undefined;
  readonly collectibles: readonly Collectible[];
  readonly currency: string;
  /** Saved, or deleted. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
  readonly cancelLabel?: string;
}

export function ThresholdForm({
  matchId,
  collectibleId,
  editing,
  onDone,
  onCancel,
  cancelLabel = copy.cancel,
  collectibles,
  currency,
}: ThresholdFormProps) {
  const chosen = collectibles.find(({ id }) => id === collectibleId) ?? collectibles[0];
  const [draft, setDraft] = useState<Draft>(() =>
    editing
      ? draftOf(editing.umbral)
      : newDraft(chosen, chosen ? `collectible:${chosen.id}` : 'match'),
  );
  const [submitted, setSubmitted] = useState(false);
  const edit = useSettingsEdit();
  const { data: profile } = useGetProfileQuery();
  const plan = plans[profile?.plan ?? 'basico'];
  const umbral = toUmbral(draft, { matchId, currency });
  const problem = typeof umbral === 'string' ? umbral : null;
  const set = (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part }));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (typeof umbral === 'string') return;
    const id = editing?.id ?? crypto.randomUUID();
    const pausa = editing?.umbral.pausa === 'usuario' ? 'usuario' : null;
    const saved = await edit.change((current) => ({
      ...current,
      umbrales: { ...current.umbrales, [id]: { ...umbral, pausa } },
    }));
    if (saved) onDone();
  };

  return (
    <form onSubmit={submit} noValidate>
      <p className="sentence">
        {copy.start}{' '}
        <Slot label={copy.target}>
          {(slot) => (
            <select
              id={slot}
              value={draft.target}
              onChange={(event) => set({ target: event.target.value })}
            >
              {collectibles.map((item) => (
                <option key={item.id} value={`collectible:${item.id}`}>
                  {nameIn(collectibles, item)}
                </option>
              ))}
              <option value="match" disabled={!plan.matchTargets && draft.target !== 'match'}>
                {wholeMatch}
              </option>
            </select>
          )}
        </Slot>{' '}
        <Slot label={copy.condition}>
          {(slot) => (
            <select
              id={slot}
              value={draft.condition}
              onChange={(event) => set({ condition: event.target.value as Condition })}
            >
              {conditions.map((condition) => (
                <option
                  key={condition}
                  value={condition}
                  disabled={!allows(plan.conditions, condition) && condition !== draft.condition}
                >
                  {conditionVerbs[condition]}
                </option>
              ))}
            </select>
          )}
        </Slot>{' '}
        <Slot label={valueLabels[draft.condition]} className="slot--thr">
          {(slot) => (
            <>
              <ValueInput
                id={slot}
                text={draft.text}
                invalid={submitted && problem !== null && problem !== 'band'}
                onText={(text) => set({ text })}
              />
              <i>{unitOf(draft.condition, currency)}</i>
            </>
          )}
        </Slot>
      </p>
      {submitted && problem !== null && (
        <p className="field__error" id="threshold-problem" role="alert">
          <Icon name="warning" />
          {draftProblems[problem]}
        </p>
      )}
      {typeof umbral !== 'string' && <ThresholdPreview umbral={umbral} />}
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
        <p className="meta">{copy.bandHint}</p>
      </details>
      <p className="meta">
        {copy.already} {copy.closes}
      </p>
      {!plan.matchTargets && <p className="meta">{copy.upgrade}</p>}
      {edit.problem !== null && (
        <div className="banner banner--error" role="alert">
          <Icon name="warning" />
          <p>{problemSentence(edit.problem)}</p>
        </div>
      )}
      <div className="modal__foot">
        {editing && <RemoveButton id={editing.id} edit={edit} onRemoved={onDone} />}
        <Button look="quiet" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button type="submit" working={edit.saving}>
          {copy.save}
        </Button>
      </div>
    </form>
  );
}

/** The sentence labels the choice for the eye; the name is for assistive technology. */
function Slot(props: {
  readonly label: string;
  readonly className?: string;
  readonly children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <span className={`slot ${props.className ?? ''}`}>
      <label className="vh" htmlFor={id}>
        {props.label}
      </label>
      {props.children(id)}
    </span>
  );
}

function ValueInput(props: {
  readonly id: string;
  readonly text: string;
  readonly invalid: boolean;
  readonly onText: (text: string) => void;
}) {
  return (
    <input
      id={props.id}
      inputMode="decimal"
      autoComplete="off"
      size={Math.max(3, props.text.length)}
      value={props.text}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.invalid ? 'threshold-problem' : undefined}
      onChange={(event) => props.onText(event.target.value)}
    />
  );
}

/** Asks once before it deletes: an alert that should have come is not to be lost by a slip. */
function RemoveButton(props: {
  readonly id: string;
  readonly edit: ReturnType<typeof useSettingsEdit>;
  readonly onRemoved: () => void;
}) {
  const [asked, setAsked] = useState(false);
  const remove = async () => {
    const removed = await props.edit.change((current) => {
      const { [props.id]: _gone, ...umbrales } = current.umbrales;
      return { ...current, umbrales };
    });
    if (removed) props.onRemoved();
  };
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setAsked(false), 8_000);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <Button look="danger" onClick={asked ? remove : () => setAsked(true)}>
      {asked ? copy.removeSure : copy.remove}
    </Button>
  );
}

const allows = (allowed: readonly Condition[], condition: Condition) => allowed.includes(condition);

/** By category; two of one category are told apart by their own name. */
function nameIn(all: readonly Collectible[], item: Collectible): string {
  const twins = all.filter(({ category }) => category === item.category).length;
  return twins > 1 ? item.name : categoryName(item.category);
}

function unitOf(condition: Condition, currency: string): string {
  if (condition === 'change') return '%';
  if (condition === 'low') return 'días';
  return (
    new Intl.NumberFormat('es-ES', { style: 'currency', currency })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency
  );
}
