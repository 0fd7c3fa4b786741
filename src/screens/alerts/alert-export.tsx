/** Export of the alert history as CSV or JSON; a note instead where the plan does not include it. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ActionIcon } from '#src/components/action-icon.tsx';
import { Button } from '#src/components/button.tsx';
import { alertsCopy as copy } from '#src/copy/alerts.ts';
import { downloadFile } from '#src/features/downloads/download-file.ts';
import { errorText } from '#src/features/errors/to-display-error.ts';
import { type AlertHistoryFilter, useDownloadAlertsMutation } from '#store/api/alerts-api.ts';
import { usePlan } from '#store/use-plan.ts';
import styles from './alert-export.module.css';

const formats = ['csv', 'json'] as const;
const types = { csv: 'text/csv', json: 'application/json' } as const;

export function AlertExport({ filter }: { filter: AlertHistoryFilter }) {
  const plan = usePlan();
  const [download, { isLoading, originalArgs }] = useDownloadAlertsMutation();
  const [exportError, setExportError] = useState<string | null>(null);
  if (plan === null) return null;
  const save = async (format: keyof typeof types) => {
    setExportError(null);
    const { data: text, error } = await download({ format, filter });
    if (text !== undefined)
      downloadFile({ name: copy.fileNames[format], type: types[format], text });
    else setExportError(errorText(error, copy.exportFailed));
  };
  return (
    <div className={styles.alist__foot}>
      <p className="meta">
        {copy.visible(plan.visibleHistoryDays)}{' '}
        {!plan.canExport && (
          <>
            {copy.exportLimit} <Link to="/dashboard/plan">{copy.seePlans}</Link>
          </>
        )}
      </p>
      {plan.canExport && (
        <p className="rowf">
          {formats.map((format) => (
            <Button
              key={format}
              variant="outline"
              small
              loading={isLoading && originalArgs?.format === format}
              onClick={() => void save(format)}
            >
              <ActionIcon name="download" />
              {copy.exportAs[format]}
            </Button>
          ))}
        </p>
      )}
      {exportError !== null && (
        <p className="banner banner--error" role="alert">
          {exportError}
        </p>
      )}
    </div>
  );
}
