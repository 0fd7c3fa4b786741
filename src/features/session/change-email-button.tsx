/** Opens the dialog that moves the account to another address. */
import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { lazyDialog } from '../loading/lazy-dialog.tsx';

const ChangeEmailDialog = lazyDialog(
  async () => (await import('./change-email-dialog.tsx')).ChangeEmailDialog,
);

export function ChangeEmailButton(props: { readonly label: string; readonly small?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" small={props.small ?? false} onClick={() => setOpen(true)}>
        {props.label}
      </Button>
      {isOpen && <ChangeEmailDialog onClose={() => setOpen(false)} />}
    </>
  );
}
