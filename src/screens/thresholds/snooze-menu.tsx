/** Menu of how long a threshold is snoozed: a button of its own, or items among others. */
import type { ReactNode } from 'react';
import { MenuButton } from '#src/components/menu-button.tsx';
import { thresholdListCopy as copy } from '#src/copy/threshold-list.ts';
import type { SnoozeChoice } from '#src/features/thresholds/snooze-until.ts';

const snoozes = Object.entries(copy.snoozes) as [SnoozeChoice, string][];

/** @param labelOf for the menu of all actions, in which an hour alone says nothing */
export const snoozeItems = (
  isSnoozed: boolean,
  onSnooze: (choice: SnoozeChoice | null) => void,
  labelOf = (label: string) => label,
) => [
  ...snoozes.map(([choice, label]) => ({
    label: labelOf(label),
    onChoose: () => onSnooze(choice),
  })),
  ...(isSnoozed ? [{ label: copy.unsnooze, onChoose: () => onSnooze(null) }] : []),
];

export function SnoozeMenu(props: {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
  readonly isSnoozed: boolean;
  readonly disabled: boolean;
  readonly tabIndex?: number;
  readonly opensUp?: boolean;
  readonly onSnooze: (choice: SnoozeChoice | null) => void;
}) {
  const { isSnoozed, onSnooze, ...button } = props;
  return <MenuButton {...button} items={snoozeItems(isSnoozed, onSnooze)} />;
}
