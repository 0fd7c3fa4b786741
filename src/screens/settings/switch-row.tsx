/** Switch with a title and a description. */
import { useId } from 'react';
import { Switch } from '#src/components/switch.tsx';
import styles from './account-section.module.css';

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
    <label className={styles.swrow} htmlFor={`${id}-switch`}>
      <span>
        <b id={id}>{props.title}</b>
        <span className="meta" id={`${id}-note`}>
          {props.note}
        </span>
      </span>
      <Switch
        id={`${id}-switch`}
        aria-labelledby={id}
        aria-describedby={`${id}-note`}
        aria-busy={props.saving || undefined}
        checked={props.checked}
        disabled={props.disabled}
        onChange={props.onChange}
      />
    </label>
  );
}
