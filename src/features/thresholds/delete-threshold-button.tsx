/** Asks once before it deletes: an alert that should have come is not to be lost by a slip. */
import { useEffect, useState } from 'react';
import { Button } from '#src/components/button.tsx';
import { thresholdForm as copy } from '#src/copy/threshold-form.ts';

const askedForMs = 8_000;

export function DeleteThresholdButton({ onRemove }: { readonly onRemove: () => void }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!asked) return;
    const timer = setTimeout(() => setAsked(false), askedForMs);
    return () => clearTimeout(timer);
  }, [asked]);
  return (
    <Button variant="danger" onClick={asked ? onRemove : () => setAsked(true)}>
      {asked ? copy.removeSure : copy.remove}
    </Button>
  );
}
