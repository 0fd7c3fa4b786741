/** Names the fields to look at again where they are many: beside the button that was pressed, the first has the focus. */
import { Icon } from '#src/components/icon.tsx';
import { errorSummary } from '#src/copy/form-errors.ts';

/** Two faults are seen at a glance. */
const fewest = 3;

/** @param labels of the fields that are shown to be wrong */
export function FormErrorSummary({ labels }: { readonly labels: readonly string[] }) {
  return (
    <div role="status">
      {labels.length >= fewest && (
        <p className="field__error">
          <Icon name="warning" />
          {errorSummary(labels)}
        </p>
      )}
    </div>
  );
}
