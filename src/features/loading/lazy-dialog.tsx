/** Dialogs whose code is loaded when they are first opened; where that fails, a toast says so and they close. */
import { type ComponentType, useEffect, useState } from 'react';
import { useSession } from '../session/session-context.ts';

const failed = 'No se ha podido cargar. Comprueba la conexión y vuelve a intentarlo.';

export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return function LazyDialog(props: Props & { readonly onClose: () => void }) {
    const { showToast } = useSession();
    const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
    // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once
    useEffect(() => {
      load().then(
        (loaded) => setDialog(() => loaded),
        () => {
          showToast(failed, 'error');
          props.onClose();
        },
      );
    }, []);
    return Dialog === null ? null : <Dialog {...props} />;
  };
}
