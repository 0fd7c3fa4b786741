/** Preview of an import (dry run): counts, and each line that would change something or is rejected. */
import { useEffect, useRef } from 'react';
import { Button } from '#src/components/button.tsx';
import { DialogFoot } from '#src/components/dialog.tsx';
import { Icon } from '#src/components/icon.tsx';
import { count } from '#src/copy/format.ts';
import { importExportCopy as copy } from '#src/copy/import-export.ts';
import { ruleSentence, targetLabel } from '#src/copy/thresholds.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import type { ImportLine, ImportReport } from '#store/api/api-types.ts';
import styles from './import-preview.module.css';
import type { ImportFile } from './read-import-file.ts';

/** Lines shown; rejected ones come first. */
const maxLines = 100;
const outcomes = ['create', 'change', 'same', 'reject'] as const;

export function ImportPreview(props: {
  readonly fileName: string;
  /** Where it was a guess: of what encoding the file is, with some of its text. */
  readonly readAs?: ImportFile['readAs'];
  readonly report: ImportReport;
  readonly working: boolean;
  readonly onDiscard: () => void;
  readonly onImport: () => void;
}) {
  const { report } = props;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const changeCount = report.total.create + report.total.change;
  const hasRejected = report.total.reject > 0;
  const lines = report.lines
    .filter(({ outcome }) => outcome !== 'same')
    .sort((a, b) => Number(b.outcome === 'reject') - Number(a.outcome === 'reject'));
  return (
    <div className={styles.dry} role="group" aria-labelledby="dry-run">
      <div className={styles.dry__h}>
        <h3 id="dry-run" ref={title} tabIndex={-1}>
          {copy.tried(props.fileName)}
        </h3>
        <span className="meta">{copy.nothingYet}</span>
      </div>
      {props.readAs !== undefined && <p>{copy.readAs(props.readAs)}</p>}
      <dl className={styles.dry__n}>
        {outcomes.map((outcome) => (
          <div
            key={outcome}
            className={outcome === 'reject' && hasRejected ? styles.bad : undefined}
          >
            <dt>{copy.outcomes[outcome]}</dt>
            <dd>{count(report.total[outcome])}</dd>
          </div>
        ))}
      </dl>
      {report.limit !== null && (
        <ApiErrorBanner error={{ message: report.limit.error, code: 'plan_limit' }} />
      )}
      {lines.length > 0 && <Lines lines={lines.slice(0, maxLines)} />}
      {lines.length > maxLines && <p className="meta">{copy.more(lines.length - maxLines)}</p>}
      {hasRejected && <p>{changeCount > 0 ? copy.skipOrFix : copy.fix}</p>}
      {!hasRejected && changeCount === 0 && <p>{copy.allSame}</p>}
      <DialogFoot leaveLabel={copy.discard} onLeave={props.onDiscard}>
        {changeCount > 0 && report.limit === null && (
          <Button loading={props.working} onClick={props.onImport}>
            {copy.import(changeCount, report.total.reject)}
          </Button>
        )}
      </DialogFoot>
    </div>
  );
}

function Lines({ lines }: { lines: readonly ImportLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to scroll it by keyboard
    <section className={styles.dry__lines} tabIndex={0} aria-label={copy.table}>
      <table className="ctable">
        <caption className="vh">{copy.table}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.line}</th>
            <th scope="col">{copy.threshold}</th>
            <th scope="col">{copy.result}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((item) => {
            const { line, outcome, errors } = item;
            return (
              <tr key={line} className={outcome === 'reject' ? styles['is-err'] : undefined}>
                <td className="fig">{line}</td>
                <td>{labelOf(item)}</td>
                <td>
                  {errors.length === 0 ? (
                    copy.lineOutcomes[outcome]
                  ) : (
                    <span className="field__error">
                      <Icon name="warning" />
                      {errors.join(' ')}
                    </span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** “España – Uruguay, Categoría 2, baja de 180 €”; of what is not in the catalogue, its id. */
function labelOf({ id, threshold, matchName, part, category }: ImportLine): string {
  if (threshold === undefined) return id ?? copy.noRule;
  const names = matchName === undefined ? null : { category: category ?? '', name: part ?? '' };
  const target = targetLabel(threshold.target, names);
  return [matchName, target, ruleSentence(threshold)].filter(Boolean).join(', ');
}
