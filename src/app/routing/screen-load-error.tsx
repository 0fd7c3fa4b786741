/** Error fallback when a screen's chunk fails to load; retries on click or when the network returns. */
import { useLayoutEffect } from 'react';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';

export function ScreenLoadError({ onRetry }: { onRetry: () => void }) {
  // As soon as it is shown: the network may return in the same moment.
  useLayoutEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <div className="wrap">
      <div className="banner banner--error banner--top" role="alert">
        <Icon name="warning" />
        <p>
          <b>Esta pantalla no ha llegado.</b> Comprueba tu conexión. Tus alertas no dependen de
          ella: se comprueban en el servidor.
        </p>
        <Button variant="outline" small onClick={onRetry}>
          Reintentar
        </Button>
      </div>
    </div>
  );
}
