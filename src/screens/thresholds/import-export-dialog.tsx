/** Dialog that imports and exports thresholds as files; an import is previewed before it changes anything. */
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ActionIcon } from '#src/components/action-icon.tsx';
import { Skeleton } from '#src/components/async-states.tsx';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { importExportCopy as copy } from '#src/copy/import-export.ts';
import { settingsCopy } from '#src/copy/settings.ts';
import { downloadFile } from '#src/features/downloads/download-file.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { type DisplayError, toDisplayError } from '#src/features/errors/to-display-error.ts';
import { useSession } from '#src/features/session/session-context.ts';
import type { FileFormat, ImportReport } from '#store/api/api-types.ts';
import {
  useDownloadThresholdsMutation,
  useImportThresholdsMutation,
} from '#store/api/import-export-api.ts';
import { usePlan } from '#store/use-plan.ts';
import styles from './import-preview.module.css';
import { ImportPreview } from './import-preview.tsx';
import { type ImportFile, readImportFile } from './read-import-file.ts';

const mediaTypes = { csv: 'text/csv', json: 'application/json' } as const;

export function ImportExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { showToast } = useSession();
  const [transferError, setTransferError] = useState<DisplayError | null>(null);
  const [preview, setPreview] = useState<{ file: ImportFile; report: ImportReport } | null>(null);
  const [runImport, importing] = useImportThresholdsMutation();
  const canExport = usePlan()?.canExport;
  const [imports, setImports] = useState(0);
  const chooser = useRef<HTMLInputElement>(null);

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [picked] = event.target.files ?? [];
    // Cleared, so that the same file can be chosen again after a correction.
    event.target.value = '';
    if (picked === undefined) return;
    setPreview(null);
    setTransferError(null);
    const file = await readImportFile(picked);
    if (typeof file === 'string') return setTransferError({ message: file, code: 'unknown' });
    // A limit that only lines in error exceed does not count: they are left out.
    const { data, error } = await runImport({ ...file, dryRun: true });
    if (error !== undefined) return setTransferError(toDisplayError(error, copy.failed));
    if (data !== undefined) setPreview({ file, report: data });
  };
  const apply = async (file: ImportFile) => {
    setTransferError(null);
    const { data, error } = await runImport({ ...file, dryRun: false });
    if (error !== undefined) return setTransferError(toDisplayError(error, copy.failed));
    if (data === undefined) return;
    setPreview(null);
    showToast(copy.imported(data.total.create + data.total.change), 'success');
    setImports((count) => count + 1);
  };
  // Once the preview is gone: the page is then shorter, and the button out of sight.
  useEffect(() => {
    if (imports > 0) chooser.current?.parentElement?.querySelector('button')?.focus();
  }, [imports]);

  return (
    <Dialog title={copy.title} onClose={onClose}>
      <div className={`ending ${styles.files}`}>
        <p className="rowf">
          <input
            ref={chooser}
            type="file"
            hidden
            accept=".csv,.json,text/csv,application/json"
            onChange={(event) => void choose(event)}
          />
          <Button
            variant="outline"
            small
            loading={importing.isLoading}
            aria-describedby="import-hint"
            onClick={() => chooser.current?.click()}
          >
            <ActionIcon name="upload" />
            {copy.choose}
          </Button>
          {canExport && (
            <>
              <ExportButton format="csv" label={copy.exportCsv} onError={setTransferError} />
              <ExportButton format="json" label={copy.exportJson} onError={setTransferError} />
            </>
          )}
        </p>
        <p className="meta" id="import-hint">
          {copy.chooseHint}
          {canExport === false && (
            <>
              {' '}
              {copy.exportLimit} <Link to="/dashboard/plan">{settingsCopy.seePlans}</Link>
            </>
          )}
        </p>
        <ApiErrorBanner error={transferError} />
        {importing.isLoading && preview === null && <Skeleton rows={2} label={copy.trying} />}
        {preview !== null && (
          <ImportPreview
            fileName={preview.file.name}
            readAs={preview.file.readAs}
            report={preview.report}
            working={importing.isLoading}
            onDiscard={() => setPreview(null)}
            onImport={() => void apply(preview.file)}
          />
        )}
      </div>
    </Dialog>
  );
}

function ExportButton(props: {
  readonly format: FileFormat;
  readonly label: string;
  readonly onError: (error: DisplayError | null) => void;
}) {
  const { format } = props;
  const [download, { isLoading }] = useDownloadThresholdsMutation();
  const run = async () => {
    props.onError(null);
    const { data: text, error } = await download(format);
    if (error !== undefined) return props.onError(toDisplayError(error, copy.failed));
    if (text !== undefined)
      downloadFile({ name: copy.fileNames[format], type: mediaTypes[format], text });
  };
  return (
    <Button variant="outline" small loading={isLoading} onClick={() => void run()}>
      <ActionIcon name="download" />
      {props.label}
    </Button>
  );
}
