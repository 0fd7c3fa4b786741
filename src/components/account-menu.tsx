/** The account menu of the header: name and e-mail of the user, and actions such as signing out. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

export interface AccountMenuProps {
  readonly label: string;
  readonly name: string;
  readonly email: string;
  readonly items: readonly { readonly label: string; readonly onChoose: () => void }[];
}

export function AccountMenu({ label, name, email, items }: AccountMenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const choices = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

  useEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = choices();
    const position = all.findIndex((item) => item.matches(':focus'));
    const goTo = (index: number) => {
      event.preventDefault();
      all.at(index % all.length)?.focus();
    };
    if (event.key === 'Escape') {
      setOpen(false);
      button.current?.focus();
    } else if (event.key === 'Tab') setOpen(false);
    else if (event.key === 'ArrowDown') goTo(position + 1);
    else if (event.key === 'ArrowUp') goTo(position - 1);
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(-1);
  };

  return (
    <div className="acct" ref={box}>
      <button
        type="button"
        className="iconbtn"
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className="avatar" aria-hidden="true">
          <Icon name="person" />
        </span>
      </button>
      <div className="menu" id={id} hidden={!open}>
        <p className="menu__who">
          <b>{name}</b>
          <span className="meta">{email}</span>
        </p>
        <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
          {items.map((item) => (
            <button
              key={item.label}
              role="menuitem"
              type="button"
              tabIndex={-1}
              onClick={() => {
                setOpen(false);
                item.onChoose();
              }}
            >
              {item.label}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}
