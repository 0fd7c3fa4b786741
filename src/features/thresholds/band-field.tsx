/** Re-arm band of the threshold form, folded away, with the price at which the threshold re-arms. */
import { rearmCents } from '#domain/crossing.ts';
import { thresholdMoney } from '#src/copy/format.ts';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form-texts.ts';
import type { ThresholdDraft } from '#store/api/api-types.ts';
import styles from './band-field.module.css';

export function BandField(props: {
  /** Percentage as written. */
  readonly text: string;
  /** null while the form is not valid. */
  readonly threshold: ThresholdDraft | null;
  readonly onText: (text: string) => void;
}) {
  return (
    <details className="adv">
      <summary>
        {copy.band}: {props.text} %
      </summary>
      <div className={`field ${styles.unit}`}>
        <label className="vh" htmlFor="threshold-band">
          {copy.band}
        </label>
        <input
          id="threshold-band"
          className="input"
          inputMode="decimal"
          value={props.text}
          onChange={(event) => props.onText(event.target.value)}
        />
        <span>%</span>
      </div>
      <p className="meta">{hintOf(props.threshold)}</p>
    </details>
  );
}

/** With the price where there is one: “vuelve a 121,54 €”. */
function hintOf(threshold: ThresholdDraft | null): string {
  const rearm = threshold === null ? null : rearmCents(threshold, null);
  if (threshold === null || rearm === null) return copy.bandHint;
  return copy.rearms(thresholdMoney(rearm, threshold.currency));
}
