/** Thresholds a template would create, each with a checkbox, its price now and its line. */
import { shortWeekdayDate, thresholdMoney } from '#src/copy/format.ts';
import { templateCopy as copy } from '#src/copy/threshold-template.ts';
import { collectibleName, conditionVerbs } from '#src/copy/thresholds.ts';
import styles from './template-list.module.css';
import type { TemplateRow } from './template-thresholds.ts';

export function TemplateList(props: {
  readonly rows: readonly TemplateRow[];
  readonly isSelected: (row: TemplateRow) => boolean;
  readonly onSelect: (row: TemplateRow, isSelected: boolean) => void;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to scroll it by keyboard
    <section className={styles.tmpl} tabIndex={0} aria-label={copy.list}>
      <table className="ctable">
        <caption className="vh">{copy.list}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.columns.name}</th>
            <th scope="col" className="num">
              {copy.columns.now}
            </th>
            <th scope="col" className="num">
              {copy.columns.line}
            </th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <Row
              key={row.collectible.id}
              row={row}
              isSelected={props.isSelected(row)}
              onSelect={(isSelected) => props.onSelect(row, isSelected)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row(props: {
  readonly row: TemplateRow;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}) {
  const { collectible, match, priceCents, threshold, isPresent } = props.row;
  const verb = conditionVerbs[threshold.condition === 'below' ? 'below' : 'above'];
  return (
    <tr>
      <th scope="row">
        <label className={`chk ${styles.tmpl__n}`}>
          <input
            type="checkbox"
            checked={props.isSelected}
            onChange={(event) => props.onSelect(event.target.checked)}
          />
          <span>
            <b>{match.name}</b>
            <span className="meta">
              {collectibleName(collectible.category, collectible.name)}
              {match.kickoffAt !== null && ` · ${shortWeekdayDate(match.kickoffAt)}`}
              {isPresent && ` · ${copy.present}`}
            </span>
          </span>
        </label>
      </th>
      <td className="num">{thresholdMoney(priceCents, collectible.currency)}</td>
      <td className="num">
        <span className="meta">{verb}</span>{' '}
        <b>{thresholdMoney(threshold.value, threshold.currency)}</b>
      </td>
    </tr>
  );
}
