/** Export of the alert history as CSV or JSON; a note instead where the plan does not include it. */

import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ActionIcon } from '#src/components/action-icon.tsx';
import { Button } from '#src/components/button.tsx';
import { alertsCopy as copy } from '#src/copy/alerts.ts';
import { downloadFile } from '#src/features/downloads/download-file.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { errorText } from '#src/features/errors/to-display-error.ts';
import { type AlertHistoryFilter, useDownloadAlertsMutation } from '#store/api/alerts-api.ts';
import { usePlan } from '#store/use-plan.ts';
import styles from './alert-export.module.css';

const formats = ['csv', 'json'] as const;
const types = { csv: 'text/csv', json: 'application/json' } as const;

export function AlertExport({ filter }: { filter: AlertHistoryFilter }) {
  const plan = usePlan();
  const [exportError, setExportError] = useState<string | null>(null);
  if (plan === null) return null;
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
            <ExportButton key={format} format={format} filter={filter} onError={setExportError} />
          ))}
        </p>
      )}
      <ApiErrorBanner error={{ message: exportError }} />
    </div>
  );
}

/** Each with a download of its own: one goes on while the other is pressed. @param onError null as it begins */
function ExportButton({
  format,
  filter,
  onError,
}: {
  readonly format: keyof typeof types;
  readonly filter: AlertHistoryFilter;
  readonly onError: (error: string | null) => void;
}) {
  const [download, { isLoading }] = useDownloadAlertsMutation();
  const save = async () => {
    onError(null);
    const { data: text, error } = await download({ format, filter });
    if (text !== undefined)
      downloadFile({ name: copy.fileNames[format], type: types[format], text });
    else onError(errorText(error, copy.exportFailed));
  };
  return (
    <Button variant="outline" small loading={isLoading} onClick={() => void save()}>
      <ActionIcon name="download" />
      {copy.exportAs[format]}
    </Button>
  );
}
