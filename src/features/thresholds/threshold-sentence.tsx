/** Threshold rule as a sentence with three fields: “Avísame si Categoría 2 baja de 180 €”. */
import { type ReactNode, useId } from 'react';
import type { Plan } from '#domain/plans.ts';
import { type Condition, conditions } from '#domain/threshold.ts';
import { thresholdFormCopy as copy, valueLabels } from '#src/copy/threshold-form.ts';
import {
  categoryName,
  cheapestOfCategory,
  cheapestOfMatch,
  conditionVerbs,
} from '#src/copy/thresholds.ts';
import type { Collectible } from '#store/api/api-types.ts';
import type { ThresholdDraft } from './threshold-draft.ts';

interface ThresholdSentenceProps {
  readonly draft: ThresholdDraft;
  readonly collectibles: readonly Collectible[];
  readonly currency: string;
  readonly plan: Plan;
  readonly isInvalid: boolean;
  readonly onTarget: (target: string) => void;
  readonly onCondition: (condition: Condition) => void;
  readonly onText: (text: string) => void;
}

export function ThresholdSentence(props: ThresholdSentenceProps) {
  const { draft, plan } = props;
  const targets = targetsOf(props);
  return (
    <p className="sentence">
      {copy.start}{' '}
      <Slot
        label={copy.target}
        text={targets.find(({ value }) => value === draft.target)?.label ?? ''}
      >
        {(slot) => (
          <select
            id={slot}
            value={draft.target}
            onChange={(event) => props.onTarget(event.target.value)}
          >
            {targets.map(({ value, label, isOfMatch }) => (
              <option
                key={value}
                value={value}
                disabled={isOfMatch && !plan.matchTargets && draft.target !== value}
              >
                {label}
              </option>
            ))}
          </select>
        )}
      </Slot>{' '}
      <Slot label={copy.condition} text={conditionVerbs[draft.condition]}>
        {(slot) => (
          <select
            id={slot}
            value={draft.condition}
            onChange={(event) => props.onCondition(event.target.value as Condition)}
          >
            {conditions.map((condition) => (
              <option
                key={condition}
                value={condition}
                disabled={!plan.conditions.includes(condition) && condition !== draft.condition}
              >
                {conditionVerbs[condition]}
              </option>
            ))}
          </select>
        )}
      </Slot>{' '}
      <Slot label={valueLabels[draft.condition]} text={draft.text} className="slot--thr">
        {(slot) => (
          <>
            <input
              id={slot}
              inputMode="decimal"
              autoComplete="off"
              // Its own width in characters would be more than the text's.
              size={1}
              value={draft.text}
              aria-invalid={props.isInvalid || undefined}
              aria-describedby={props.isInvalid ? 'threshold-problem' : undefined}
              onChange={(event) => props.onText(event.target.value)}
            />
            <i>{unitOf(draft.condition, props.currency)}</i>
          </>
        )}
      </Slot>
    </p>
  );
}

/** A field within the sentence, as wide as its text, with a visually hidden label for assistive technology. */
function Slot(props: {
  readonly label: string;
  readonly text: string;
  readonly className?: string;
  readonly children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <span className={`slot ${props.className ?? ''}`} data-text={props.text}>
      <label className="vh" htmlFor={id}>
        {props.label}
      </label>
      {props.children(id)}
    </span>
  );
}

interface TargetOption {
  readonly value: string;
  readonly label: string;
  /** Cheapest of several collectibles, which not every plan includes. */
  readonly isOfMatch: boolean;
}

/** Further collectibles are chosen in the searchable list of the match. */
const maxCollectibles = 100;

function targetsOf({ collectibles, draft }: ThresholdSentenceProps): TargetOption[] {
  const counts = new Map<string, number>();
  for (const { category } of collectibles) counts.set(category, (counts.get(category) ?? 0) + 1);
  const chosen = (item: Collectible) => draft.target === `collectible:${item.id}`;
  const shown = collectibles.filter((item, index) => index < maxCollectibles || chosen(item));
  const several = [...counts.keys()].filter((category) => (counts.get(category) ?? 0) > 1);
  const chosenCategory = draft.target.startsWith('category:') ? [draft.target.slice(9)] : [];
  return [
    ...shown.map((item) => ({
      value: `collectible:${item.id}`,
      // Several of one category are distinguished by name.
      label: counts.get(item.category) === 1 ? categoryName(item.category) : item.name,
      isOfMatch: false,
    })),
    ...[...new Set([...several.slice(0, maxCollectibles), ...chosenCategory])].map((category) => ({
      value: `category:${category}`,
      label: cheapestOfCategory(category),
      isOfMatch: true,
    })),
    { value: 'match', label: cheapestOfMatch, isOfMatch: true },
  ];
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
