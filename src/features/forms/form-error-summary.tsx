/** Error summary beside a form's submit button: names the invalid fields when there are three or more. */
import { Icon } from '#src/components/icon.tsx';
import { errorSummary } from '#src/copy/form-errors.ts';

/** One or two are visible at a glance, and the first one has the focus. */
const minFields = 3;

/** @param labels labels of the invalid fields */
export function FormErrorSummary({ labels }: { readonly labels: readonly string[] }) {
  return (
    <div role="status">
      {labels.length >= minFields && (
        <p className="field__error">
          <Icon name="warning" />
          {errorSummary(labels)}
        </p>
      )}
    </div>
  );
}
