/** A button that opens a menu: arrows, Home and End move, Escape and a press outside close it. */
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './menu-button.module.css';

export interface MenuItem {
  readonly label: string;
  readonly onChoose: () => void;
}

export interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly className: string;
  readonly disabled?: boolean;
  readonly tabIndex?: number;
  /** The button's content. */
  readonly children: ReactNode;
  /** Above the items. */
  readonly header?: ReactNode;
  /** Opens upwards, for a button at the bottom of the page. */
  readonly opensUp?: boolean;
}

export function MenuButton(props: MenuButtonProps) {
  const { label, items } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  /** Below the button, when it opens. */
  const [lacksRoom, setLacksRoom] = useState(false);
  const choices = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const close = useCallback(() => setOpen(false), []);

  useLayoutEffect(() => {
    if (!isOpen) return setLacksRoom(false);
    const menu = popup.current?.getBoundingClientRect();
    setLacksRoom(menu !== undefined && isCovered(menu) && menu.top > 2 * menu.height);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen, close]);

  const onKeyDown = (event: KeyboardEvent) => {
    // A list around the menu has keys of its own.
    event.stopPropagation();
    const all = choices();
    const position = all.findIndex((item) => item.matches(':focus'));
    const goTo = (index: number) => {
      event.preventDefault();
      all.at(index % all.length)?.focus();
    };
    if (event.key === 'Escape') {
      close();
      button.current?.focus();
    } else if (event.key === 'Tab') close();
    else if (event.key === 'ArrowDown') goTo(position + 1);
    else if (event.key === 'ArrowUp') goTo(position - 1);
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(-1);
  };

  return (
    <div className={styles.acct} ref={box}>
      <button
        type="button"
        className={props.className}
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        disabled={props.disabled}
        tabIndex={props.tabIndex}
        onClick={() => setOpen(!isOpen)}
      >
        {props.children}
      </button>
      {isOpen && (
        <div
          ref={popup}
          className={props.opensUp || lacksRoom ? `menu ${styles['menu--up']}` : 'menu'}
          id={id}
        >
          {props.header}
          <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
            {items.map((item) => (
              <button
                key={item.label}
                role="menuitem"
                type="button"
                tabIndex={-1}
                onClick={() => {
                  close();
                  button.current?.focus();
                  item.onChoose();
                }}
              >
                {item.label}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** Whether it ends below the screen, or behind what is pinned to the bottom of a phone. */
function isCovered({ bottom }: DOMRect): boolean {
  const pinnedPx = Number.parseFloat(
    getComputedStyle(document.documentElement).scrollPaddingBottom,
  );
  return bottom > innerHeight - (pinnedPx || 0);
}
