/** Switch with a title and a description. */
import { useId } from 'react';

interface SwitchRowProps {
  readonly title: string;
  readonly note: string;
  readonly checked: boolean;
  /** A change is being saved; another one made meanwhile is saved after it. */
  readonly saving: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function SwitchRow(props: SwitchRowProps) {
  const id = useId();
  return (
    <label className="swrow">
      <span>
        <b id={id}>{props.title}</b>
        <span className="meta" id={`${id}-note`}>
          {props.note}
        </span>
      </span>
      <input
        className="switch"
        type="checkbox"
        role="switch"
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        aria-checked={props.checked}
        aria-busy={props.saving || undefined}
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.checked)}
      />
    </label>
  );
}
