/** Export of the alert history as CSV or JSON; a note instead where the plan does not include it. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ActionIcon } from '#src/components/action-icon.tsx';
import { Button } from '#src/components/button.tsx';
import { alertsCopy as copy } from '#src/copy/alerts.ts';
import { downloadFile } from '#src/features/downloads/download-file.ts';
import { errorText, type QueryError } from '#src/features/errors/to-display-error.ts';
import { type AlertHistoryFilter, useDownloadAlertsAsJsonMutation } from '#store/api/alerts-api.ts';
import { useDownloadAlertsMutation } from '#store/api/import-export-api.ts';
import { usePlan } from '#store/use-plan.ts';
import styles from './alert-export.module.css';

const types = { csv: 'text/csv', json: 'application/json' } as const;

export function AlertExport({ filter }: { filter: AlertHistoryFilter }) {
  const plan = usePlan();
  const [csv, csvState] = useDownloadAlertsMutation();
  const [json, jsonState] = useDownloadAlertsAsJsonMutation();
  const [exportError, setExportError] = useState<string | null>(null);
  if (plan === null) return null;
  const save = async (format: keyof typeof types, result: Promise<DownloadResult>) => {
    setExportError(null);
    const { data: text, error } = await result;
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
          <Button
            variant="outline"
            small
            loading={csvState.isLoading}
            onClick={() => void save('csv', csv(filter))}
          >
            <ActionIcon name="download" />
            {copy.exportAs.csv}
          </Button>
          <Button
            variant="outline"
            small
            loading={jsonState.isLoading}
            onClick={() => void save('json', json(filter))}
          >
            <ActionIcon name="download" />
            {copy.exportAs.json}
          </Button>
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

interface DownloadResult {
  readonly data?: string | undefined;
  readonly error?: QueryError | undefined;
}
