/** Delete button that needs a second press to confirm; it resets after eight seconds. */
import { useEffect, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form-texts.ts';

const confirmTimeoutMs = 8_000;

export function DeleteThresholdButton({ onRemove }: { readonly onRemove: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  useEffect(() => {
    if (!isConfirming) return;
    const timer = setTimeout(() => setConfirming(false), confirmTimeoutMs);
    return () => clearTimeout(timer);
  }, [isConfirming]);
  const press = ({ detail }: { readonly detail: number }) => {
    // `detail` counts clicks: the second of a double click was not meant as a confirmation.
    if (detail > 1) return;
    if (isConfirming) onRemove();
    else setConfirming(true);
  };
  return (
    <>
      <Button variant="danger" onClick={press}>
        {isConfirming ? copy.removeSure : copy.remove}
      </Button>
      <span className="vh" role="status">
        {isConfirming && copy.removeHint}
      </span>
    </>
  );
}
