/** Threshold rule as a sentence with fields: “Avísame si España – Uruguay, Categoría 2 baja de 180 €”. */
import type { ReactNode, RefObject } from 'react';
import type { Plan } from '#domain/plans.ts';
import { type Condition, conditions, type Target } from '#domain/threshold.ts';
import { targetKey } from '#domain/threshold-target.ts';
import { thresholdFormCopy as copy, valueLabels } from '#src/copy/threshold-form-texts.ts';
import { conditionVerbs } from '#src/copy/thresholds.ts';
import type { Collectible } from '#store/api/api-types.ts';
import { SentenceSlot, SlotSelect } from './sentence-slot.tsx';
import type { FormValues } from './threshold-draft.ts';
import styles from './threshold-sentence.module.css';
import { targetOptions } from './threshold-targets.ts';

interface ThresholdSentenceProps {
  readonly matchId: string;
  readonly draft: FormValues;
  readonly collectibles: readonly Collectible[];
  readonly currency: string;
  /** null: not known, so that everything can be chosen. */
  readonly plan: Plan | null;
  readonly isInvalid: boolean;
  /** Hint or error below the sentence. */
  readonly hintId: string;
  readonly valueField: RefObject<HTMLInputElement | null>;
  /** The match, where it can be chosen. */
  readonly children?: ReactNode;
  readonly onTarget: (target: Target) => void;
  readonly onCondition: (condition: Condition) => void;
  readonly onText: (text: string) => void;
  readonly onLeft: () => void;
}

export function ThresholdSentence(props: ThresholdSentenceProps) {
  const { draft, plan } = props;
  const unit = unitOf(draft.condition, props.currency);
  const targets = targetOptions(props.matchId, props.collectibles, draft.target).map(
    ({ target, label }) => ({ target, label, key: targetKey(target) }),
  );
  const chosen = targets.find(({ key }) => key === targetKey(draft.target));
  return (
    <p className={styles.sentence}>
      {draft.target.kind === 'match' && props.children ? copy.startIn : copy.start} {props.children}{' '}
      <SlotSelect
        label={copy.target}
        text={chosen?.label ?? ''}
        value={chosen?.key ?? ''}
        onValue={(value) => {
          const option = targets.find(({ key }) => key === value);
          if (option !== undefined) props.onTarget(option.target);
        }}
      >
        {targets.map(({ target, label, key }) => (
          <option
            key={key}
            value={key}
            disabled={
              target.kind === 'match' && plan?.matchTargets === false && key !== chosen?.key
            }
          >
            {label}
          </option>
        ))}
      </SlotSelect>{' '}
      <SlotSelect
        label={copy.condition}
        text={conditionVerbs[draft.condition]}
        value={draft.condition}
        onValue={(value) => props.onCondition(value as Condition)}
      >
        {conditions.map((condition) => (
          <option
            key={condition}
            value={condition}
            disabled={
              plan?.conditions.includes(condition) === false && condition !== draft.condition
            }
          >
            {conditionVerbs[condition]}
          </option>
        ))}
      </SlotSelect>{' '}
      <SentenceSlot
        label={valueLabels[draft.condition]}
        text={`${draft.text}\u00A0`}
        className={`${styles['slot--thr']} ${props.isInvalid ? styles['is-invalid'] : ''}`}
      >
        {(slot) => (
          <>
            <input
              ref={props.valueField}
              id={slot}
              inputMode="decimal"
              autoComplete="off"
              // Its own width in characters would be more than the text's.
              size={1}
              value={draft.text}
              aria-invalid={props.isInvalid || undefined}
              aria-describedby={props.hintId}
              onChange={(event) => props.onText(event.target.value)}
              onBlur={props.onLeft}
            />
            <i>{unit}</i>
          </>
        )}
      </SentenceSlot>
    </p>
  );
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
