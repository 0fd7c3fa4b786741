/** Button with variants and a loading state: disabled, `aria-busy`, three animated dots, same width. */
import {
  type ButtonHTMLAttributes,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { Pips } from './pips.tsx';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'primary' | 'outline' | 'quiet' | 'danger' | 'board';
  readonly wide?: boolean;
  readonly tall?: boolean;
  readonly small?: boolean;
  readonly loading?: boolean;
  readonly children: ReactNode;
}

export function Button({
  variant = 'primary',
  wide = false,
  tall = false,
  small = false,
  loading = false,
  disabled = false,
  className = '',
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  const classes = [
    'btn',
    `btn--${variant}`,
    wide && 'btn--block',
    tall && 'btn--tall',
    small && 'btn--sm',
    className,
  ];
  const button = useRef<HTMLButtonElement>(null);
  const isDisabled = disabled || loading;
  useRestoredFocus(button, isDisabled);
  return (
    <button
      {...rest}
      ref={button}
      type={type}
      className={classes.filter(Boolean).join(' ')}
      disabled={isDisabled}
      aria-busy={loading || undefined}
    >
      {children}
      {loading && <Pips />}
    </button>
  );
}

/** Restores the focus a button loses while it is disabled, unless the user has moved it elsewhere. */
function useRestoredFocus(button: RefObject<HTMLButtonElement | null>, isDisabled: boolean): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (isDisabled) hadFocus.current = document.activeElement === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (document.activeElement === document.body) button.current?.focus();
    }
  }, [button, isDisabled]);
}
