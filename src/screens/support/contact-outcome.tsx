/** Banner with the outcome of a contact message, above the buttons. */
import { useEffect, useRef } from 'react';
import type { ContactFailure } from '#machines/contact-modal.machine.ts';
import { Icon } from '#src/components/icon.tsx';
import { contactFailureTexts, contactSentText } from '#src/copy/contact.ts';

export function ContactOutcome(props: {
  readonly isSent: boolean;
  readonly failure: ContactFailure | null;
}) {
  const sent = useRef<HTMLDivElement>(null);
  // The submit button lost the focus while the message was being sent.
  useEffect(() => {
    if (props.isSent) sent.current?.focus();
  }, [props.isSent]);
  if (props.isSent) {
    return (
      <div className="banner banner--ok" role="status" tabIndex={-1} ref={sent}>
        <Icon name="check" />
        <p>{contactSentText}</p>
      </div>
    );
  }
  if (props.failure === null) return null;
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="warning" />
      <p>{contactFailureTexts[props.failure]}</p>
    </div>
  );
}
