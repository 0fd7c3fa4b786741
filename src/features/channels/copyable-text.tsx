/** A text that is shown once, with a button that copies it. */
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
}) {
  const { showToast } = useSession();
  const copyText = async () => {
    try {
      await navigator.clipboard.writeText(props.text);
      showToast(copy.copied, 'success');
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
