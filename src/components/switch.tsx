/** A switch: a native checkbox with the role, whose own state is what assistive technology reads. */
import type { InputHTMLAttributes } from 'react';

type SwitchProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'className' | 'onChange' | 'role' | 'type'
> & {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

export function Switch({ onChange, ...input }: SwitchProps) {
  return (
    <input
      {...input}
      className="switch"
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: HTML forbids aria-checked on a checkbox, which has `checked`
      role="switch"
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
