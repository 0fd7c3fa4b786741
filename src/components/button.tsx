/** A button. At work it keeps its width, shows three pips and says so; it cannot be pressed again. */
import type { ButtonHTMLAttributes, ReactNode } from 'react';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'primary' | 'outline' | 'quiet' | 'danger' | 'board';
  readonly wide?: boolean;
  readonly tall?: boolean;
  readonly small?: boolean;
  readonly working?: boolean;
  readonly children: ReactNode;
}

export function Button({
  look = 'primary',
  wide = false,
  tall = false,
  small = false,
  working = false,
  disabled = false,
  className = '',
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  const classes = [
    'btn',
    `btn--${look}`,
    wide && 'btn--block',
    tall && 'btn--tall',
    small && 'btn--sm',
    className,
  ];
  return (
    <button
      {...rest}
      type={type}
      className={classes.filter(Boolean).join(' ')}
      disabled={disabled || working}
      aria-busy={working || undefined}
    >
      {children}
      {working && (
        <span className="pips" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
    </button>
  );
}
