/** Account settings: data download, sign-out, closing and erasing the account. */
import { type ReactNode, useState } from 'react';
import { ActionIcon } from '#src/components/action-icon.tsx';
import { Button } from '#src/components/button.tsx';
import { accountCopy as copy } from '#src/copy/settings-account.ts';
import { downloadFile } from '#src/features/downloads/download-file.ts';
import { ApiErrorBanner } from '#src/features/errors/api-error-banner.tsx';
import { toDisplayError } from '#src/features/errors/to-display-error.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { useEndSessionsMutation } from '#store/api/account-deletion-api.ts';
import { useDownloadMyDataMutation } from '#store/api/import-export-api.ts';
import styles from './account-section.module.css';
import { CloseAccountDialog } from './close-account-dialog.tsx';
import { DropAccess } from './drop-access.tsx';
import { EraseAccountDialog } from './erase-account-dialog.tsx';
import { SettingsSection } from './settings-section.tsx';

export function AccountSection() {
  const { actions, session } = useSession();
  const [download, downloading] = useDownloadMyDataMutation();
  const [endSessions, ending] = useEndSessionsMutation();
  const [openDialog, setOpenDialog] = useState<'close' | 'erase' | null>(null);
  const downloadData = async () => {
    const { data: text } = await download();
    if (text !== undefined)
      downloadFile({ name: copy.downloadName, type: 'application/json', text });
  };
  const signOutEverywhere = async () => {
    const { data } = await endSessions();
    if (data !== undefined) actions.signOut();
  };
  return (
    <SettingsSection id="datos" title={copy.title}>
      <Row title={copy.download} note={copy.downloadNote}>
        <Button
          variant="outline"
          small
          loading={downloading.isLoading}
          onClick={() => void downloadData()}
        >
          <ActionIcon name="download" />
          {copy.download}
        </Button>
      </Row>
      <ApiErrorBanner error={toDisplayError(downloading.error, copy.downloadFailed)} />
      <Row title={copy.signOut} note={copy.signOutNote}>
        <Button
          variant="outline"
          small
          loading={session.busy === 'sign-out'}
          onClick={actions.signOut}
        >
          {copy.signOut}
        </Button>
      </Row>
      <Row title={copy.signOutEverywhere} note={copy.signOutEverywhereNote}>
        <Button
          variant="outline"
          small
          loading={ending.isLoading}
          onClick={() => void signOutEverywhere()}
        >
          {copy.signOutEverywhere}
        </Button>
      </Row>
      <ApiErrorBanner error={toDisplayError(ending.error, copy.signOutFailed)} />
      <Row title={copy.dropAccess} note={copy.dropAccessNote}>
        <DropAccess label={copy.dropAccess} />
      </Row>
      <Row title={copy.close} note={copy.closeNote}>
        <Button variant="outline" small onClick={() => setOpenDialog('close')}>
          {copy.close}
        </Button>
      </Row>
      <Row title={copy.erase} note={copy.eraseNote}>
        <Button variant="danger" small onClick={() => setOpenDialog('erase')}>
          {copy.erase}
        </Button>
      </Row>
      {openDialog === 'close' && <CloseAccountDialog onClose={() => setOpenDialog(null)} />}
      {openDialog === 'erase' && <EraseAccountDialog onClose={() => setOpenDialog(null)} />}
    </SettingsSection>
  );
}

function Row(props: {
  readonly title: string;
  readonly note: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.swrow}>
      <span>
        <b>{props.title}</b>
        <span className="meta">{props.note}</span>
      </span>
      {props.children}
    </div>
  );
}
