/** Dialog that adds a channel: its form, what its kind needs next, and a test. */
import type { ReactNode } from 'react';
import type { ChannelKind } from '#domain/channels.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
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
  const { snapshot, send } = setup;
  const { problem, answer } = snapshot.context;
  const { fields, lead, submitLabel } = fieldsByKind[kind];
  const uncopied = useUncopiedWarning(snapshot.matches('showingSecret'), onClose);
  return (
    <Dialog title={copy.title(copy.titles[kind])} onClose={uncopied.close}>
      {snapshot.hasTag('form') && (
        <ChannelForm
          fields={fields}
          draft={setup.draft}
          isBusy={snapshot.hasTag('busy')}
          submitLabel={submitLabel}
          onSubmit={setup.submit}
          onCancel={onClose}
        >
          {snapshot.matches('blocked') ? (
            <ApiErrorBanner error={{ message: copy.blocked }} />
          ) : (
            lead !== undefined && <p>{lead}</p>
          )}
          {problem !== null && <ApiErrorBanner error={{ message: problem }} />}
        </ChannelForm>
      )}
      {!snapshot.hasTag('form') && (
        <div className="ending">
          {snapshot.matches('linking') && <LinkStep link={setup.shownOnce ?? ''} />}
          {snapshot.matches('expired') && (
            <>
              <ApiErrorBanner error={{ message: copy.expired }} />
              <Foot onClose={onClose}>
                <Button onClick={() => send({ type: 'RESTART' })}>{copy.anotherLink}</Button>
              </Foot>
            </>
          )}
          {snapshot.matches('showingSecret') && (
            <SecretStep
              secret={setup.shownOnce ?? ''}
              uncopied={uncopied}
              onStored={() => send({ type: 'CONTINUE' })}
            />
          )}
          {snapshot.matches('testing') && <Wait>{copy.testing}</Wait>}
          {snapshot.matches('undelivered') && (
            <>
              <ApiErrorBanner
                error={{ message: [copy.undelivered, answer ?? problem].join(' ') }}
              />
              <Foot onClose={onClose}>
                <Button onClick={() => send({ type: 'TEST' })}>{copy.testAgain}</Button>
              </Foot>
            </>
          )}
          {snapshot.matches('delivered') && (
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
  <p className="modal__foot">
    <Button variant="quiet" onClick={props.onClose}>
      {channelsCopy.close}
    </Button>
    {props.children}
  </p>
);
