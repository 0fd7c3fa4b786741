/** A text with a button that copies it; what is shown only once is not closed unasked before it was copied. */
import { useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { channelSetupCopy as copy } from '#src/copy/channels.ts';
import { useSession } from '../session/session-context.ts';
import styles from './copyable-text.module.css';

export function CopyableText(props: {
  readonly text: string;
  /** Of the button. */
  readonly label: string;
  /** Only the button. */
  readonly isHidden?: boolean;
  readonly onCopied?: () => void;
}) {
  const { showToast } = useSession();
  const copyText = async () => {
    try {
      await navigator.clipboard.writeText(props.text);
      showToast(copy.copied, 'success');
      props.onCopied?.();
    } catch {
      // Forbidden by the browser, or the page is not served over https.
      showToast(copy.notCopied, 'error');
    }
  };
  return (
    <>
      {!props.isHidden && <code className={styles.once}>{props.text}</code>}
      <span>
        <Button variant="outline" small={!props.isHidden} onClick={() => void copyText()}>
          {props.label}
        </Button>
      </span>
    </>
  );
}

/** Closing by Esc or the cross: the first time, what is shown only once and was not copied stays, with a warning. */
export function useUncopiedWarning(isShown: boolean, onClose: () => void) {
  const [isCopied, setCopied] = useState(false);
  const [isWarned, setWarned] = useState(false);
  const close = () => (isShown && !isCopied && !isWarned ? setWarned(true) : onClose());
  return { close, warning: isShown && isWarned && !isCopied, onCopied: () => setCopied(true) };
}
