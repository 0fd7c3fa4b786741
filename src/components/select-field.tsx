/** A labelled `<select>`, for filters and sort orders. */
import { useId } from 'react';

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** Value and label, in the order shown. */
  readonly options: readonly (readonly [Value, string])[];
  readonly disabled?: boolean;
  readonly onChange: (value: Value) => void;
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        className="input"
        value={props.value}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.value as Value)}
      >
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
