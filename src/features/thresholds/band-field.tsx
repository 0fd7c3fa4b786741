/** Re-arm band of the threshold form, folded away, with the price at which the threshold re-arms. */
import { rearmCents } from '#domain/crossing.ts';
import { thresholdMoney } from '#src/copy/format.ts';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form-texts.ts';
import { toRule, type UmbralInput } from '#store/api/api-types.ts';
import styles from './band-field.module.css';

export function BandField(props: {
  /** Percentage as written. */
  readonly text: string;
  /** null while the form is not valid. */
  readonly umbral: UmbralInput | null;
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
      <p className="meta">{hintOf(props.umbral)}</p>
    </details>
  );
}

/** With the price where there is one: “vuelve a 121,54 €”. */
function hintOf(umbral: UmbralInput | null): string {
  const rearm = umbral === null ? null : rearmCents(toRule(umbral));
  if (umbral === null || rearm === null) return copy.bandHint;
  return copy.rearms(thresholdMoney(rearm, umbral.moneda));
}
