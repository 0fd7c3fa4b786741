/** Dialog that adds a channel: its form, what its kind needs next, and a test. */
import type { ReactNode } from 'react';
import type { ChannelKind } from '#domain/channels.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog, DialogFoot } from '#src/components/dialog.tsx';
import { Icon } from '#src/components/icon.tsx';
import { Pips } from '#src/components/pips.tsx';
import { channelsCopy, channelSetupCopy as copy } from '#src/copy/channels.ts';
import { ApiErrorBanner } from '../errors/api-error-banner.tsx';
import { ChannelForm } from './channel-form.tsx';
import { CopyableText, useUncopiedWarning } from './copyable-text.tsx';
import { fieldsByKind } from './kinds.ts';
import { useChannelSetup } from './use-channel-setup.ts';

const signatureDocs = 'https://www.standardwebhooks.com';

export function AddChannelDialog(props: {
  readonly kind: ChannelKind;
  readonly publicKey: string | null;
  readonly onClose: () => void;
}) {
  const { kind, onClose } = props;
  const setup = useChannelSetup(kind, props.publicKey);
  const { step, problem } = setup;
  const isForm = step === 'form' || step === 'blocked';
  const { fields, lead, submitLabel } = fieldsByKind[kind];
  const uncopied = useUncopiedWarning(step === 'secret', onClose);
  return (
    <Dialog title={copy.title(copy.titles[kind])} onClose={uncopied.close}>
      {isForm && (
        <ChannelForm
          fields={fields}
          draft={setup.draft}
          isBusy={setup.isBusy}
          submitLabel={submitLabel}
          onSubmit={setup.submit}
          onCancel={onClose}
        >
          {step === 'blocked' ? (
            <ApiErrorBanner error={{ message: copy.blocked }} />
          ) : (
            lead !== undefined && <p>{lead}</p>
          )}
          <ApiErrorBanner error={{ message: problem }} />
        </ChannelForm>
      )}
      {!isForm && (
        <div className="ending">
          {step === 'linking' && <LinkStep link={setup.shownOnce} />}
          {step === 'expired' && (
            <>
              <ApiErrorBanner error={{ message: copy.expired }} />
              <Foot onClose={onClose}>
                <Button onClick={() => void setup.submit(setup.draft)}>{copy.anotherLink}</Button>
              </Foot>
            </>
          )}
          {step === 'secret' && (
            <SecretStep secret={setup.shownOnce} uncopied={uncopied} onStored={setup.test} />
          )}
          {step === 'testing' && <Wait>{copy.testing}</Wait>}
          {step === 'undelivered' && (
            <>
              <ApiErrorBanner error={{ message: `${copy.undelivered} ${problem}` }} />
              <Foot onClose={onClose}>
                <Button onClick={setup.test}>{copy.testAgain}</Button>
              </Foot>
            </>
          )}
          {step === 'delivered' && (
            <>
              <p className="okline" role="status">
                <Icon name="check" />
                <span>{copy.delivered}</span>
              </p>
              <p className="modal__foot">
                <Button autoFocus onClick={onClose}>
                  {copy.done}
                </Button>
              </p>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

function LinkStep({ link }: { readonly link: string }) {
  return (
    <>
      <p>{copy.linkReady}</p>
      <p className="rowf">
        <a className="btn btn--primary" href={link} target="_blank" rel="noreferrer">
          {copy.openLink}
        </a>
        <CopyableText text={link} label={copy.copyLink} isHidden />
      </p>
      <Wait>{copy.waiting}</Wait>
    </>
  );
}

function SecretStep(props: {
  readonly secret: string;
  readonly uncopied: ReturnType<typeof useUncopiedWarning>;
  readonly onStored: () => void;
}) {
  const { uncopied } = props;
  return (
    <>
      <p>
        {copy.secretLead}{' '}
        <a href={signatureDocs} target="_blank" rel="noreferrer">
          {copy.verify}
        </a>
      </p>
      <CopyableText text={props.secret} label={copy.copySecret} onCopied={uncopied.onCopied} />
      {uncopied.warning && <ApiErrorBanner error={{ message: copy.uncopied }} />}
      <p className="modal__foot">
        <Button onClick={props.onStored}>{copy.secretStored}</Button>
      </p>
    </>
  );
}

const Wait = ({ children }: { readonly children: string }) => (
  <p className="obwait" role="status">
    <Pips />
    {children}
  </p>
);

const Foot = (props: { readonly onClose: () => void; readonly children: ReactNode }) => (
  <DialogFoot leaveLabel={channelsCopy.close} onLeave={props.onClose}>
    {props.children}
  </DialogFoot>
);
