/** A row's action as an icon with a name. */
import { ActionIcon, type ActionIconName } from './action-icon.tsx';

export function ActionButton(props: {
  readonly icon: ActionIconName;
  /** With what it acts on. */
  readonly label: string;
  readonly title: string;
  readonly tabIndex?: number;
  /** The key that presses it in a list. */
  readonly shortcut?: string;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="iconbtn"
      tabIndex={props.tabIndex}
      aria-keyshortcuts={props.shortcut}
      aria-label={props.label}
      title={props.title}
      onClick={props.onClick}
    >
      <ActionIcon name={props.icon} />
    </button>
  );
}
