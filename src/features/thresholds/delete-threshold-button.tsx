/** Delete button that needs a second press to confirm; it resets after eight seconds. */
import { useEffect, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { thresholdFormCopy as copy } from '#src/copy/threshold-form.ts';

const confirmTimeoutMs = 8_000;

export function DeleteThresholdButton({ onRemove }: { readonly onRemove: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  useEffect(() => {
    if (!isConfirming) return;
    const timer = setTimeout(() => setConfirming(false), confirmTimeoutMs);
    return () => clearTimeout(timer);
  }, [isConfirming]);
  return (
    <Button variant="danger" onClick={isConfirming ? onRemove : () => setConfirming(true)}>
      {isConfirming ? copy.removeSure : copy.remove}
    </Button>
  );
}
