/** Template of thresholds as a sentence with fields: “Avísame si Categoría 1 de España baja un 10 % desde hoy”. */
import { useEffect, useId, useRef } from 'react';
import { FieldNote } from '#src/components/text-field.tsx';
import { templateCopy as copy } from '#src/copy/threshold-template.ts';
import { categoryName } from '#src/copy/thresholds.ts';
import { SentenceSlot, SlotSelect } from '#src/features/thresholds/sentence-slot.tsx';
import styles from '#src/features/thresholds/threshold-sentence.module.css';
import type { Collectible, Match } from '#store/api/api-types.ts';
import { categoriesOf, type Template, teamsToPlay } from './template-thresholds.ts';

export interface WrittenTemplate extends Omit<Template, 'share'> {
  readonly shareText: string;
}

/** @returns whole per cent from 1 to 90; null for anything else */
export function parseShare(text: string): number | null {
  const words = text.trim();
  if (!/^\d{1,2}$/.test(words)) return null;
  const share = Number(words);
  return share >= 1 && share <= 90 ? share : null;
}

export function TemplateSentence(props: {
  readonly written: WrittenTemplate;
  readonly collectibles: readonly Collectible[];
  readonly matches: readonly Match[];
  readonly onChange: (part: Partial<WrittenTemplate>) => void;
}) {
  const { written, onChange } = props;
  const { scope, category, direction, shareText } = written;
  const noteId = useId();
  const firstField = useRef<HTMLSelectElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  const isInvalid = parseShare(shareText) === null;
  const team = typeof scope === 'string' ? '' : scope.team;
  const scopeText =
    typeof scope !== 'string' ? team : scope === 'watched' ? copy.watched : copy.market;
  return (
    <div>
      <p className={styles.sentence}>
        {copy.start}{' '}
        <SlotSelect
          field={firstField}
          label={copy.category}
          text={category === null ? copy.anyCategory : categoryName(category)}
          value={category ?? ''}
          onValue={(value) => onChange({ category: value === '' ? null : value })}
        >
          <option value="">{copy.anyCategory}</option>
          {categoriesOf(props.collectibles).map((name) => (
            <option key={name} value={name}>
              {categoryName(name)}
            </option>
          ))}
        </SlotSelect>{' '}
        {copy.of}{' '}
        <SlotSelect
          label={copy.scope}
          text={scopeText}
          value={typeof scope === 'string' ? scope : `team:${team}`}
          onValue={(value) => onChange({ scope: toScope(value) })}
        >
          <option value="market">{copy.market}</option>
          <option value="watched">{copy.watched}</option>
          <optgroup label={copy.teams}>
            {teamsToPlay(props.matches).map((name) => (
              <option key={name} value={`team:${name}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </SlotSelect>{' '}
        <SlotSelect
          label={copy.direction}
          text={copy.directions[direction]}
          value={direction}
          onValue={(value) => onChange({ direction: value === 'above' ? 'above' : 'below' })}
        >
          <option value="below">{copy.directions.below}</option>
          <option value="above">{copy.directions.above}</option>
        </SlotSelect>{' '}
        <SentenceSlot
          label={copy.share}
          text={`${shareText}\u00A0`}
          className={`${styles['slot--thr']} ${isInvalid ? styles['is-invalid'] : ''}`}
        >
          {(slot) => (
            <>
              <input
                id={slot}
                inputMode="numeric"
                autoComplete="off"
                size={1}
                value={shareText}
                aria-invalid={isInvalid || undefined}
                aria-describedby={noteId}
                onChange={(event) => onChange({ shareText: event.target.value })}
              />
              <i>%</i>
            </>
          )}
        </SentenceSlot>{' '}
        {copy.fromToday}
      </p>
      <FieldNote id={noteId} error={isInvalid ? copy.shareError : undefined} hint="" />
    </div>
  );
}

function toScope(value: string): Template['scope'] {
  if (value === 'market' || value === 'watched') return value;
  return { team: value.replace(/^team:/, '') };
}
