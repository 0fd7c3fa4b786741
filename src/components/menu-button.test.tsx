/** A menu opened by its button: by keys and by pointer, and upwards where there is no room below. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MenuButton } from './menu-button.tsx';

const onChoose = vi.fn();
const onKeyAround = vi.fn();

function show(part: Partial<Parameters<typeof MenuButton>[0]> = {}) {
  onChoose.mockClear();
  onKeyAround.mockClear();
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a list with keys of its own
    <div onKeyDown={onKeyAround}>
      <MenuButton
        label="Más"
        className="more"
        items={['Uno', 'Dos', 'Tres'].map((label) => ({ label, onChoose: () => onChoose(label) }))}
        header={<p>Ana</p>}
        {...part}
      >
        ⋯
      </MenuButton>
      <p>Fuera</p>
    </div>,
  );
}
const button = () => screen.getByRole('button', { name: 'Más' });
const focused = () => document.activeElement?.textContent;
const isOpen = () => screen.queryByRole('menu') !== null;
async function press(keys: string) {
  await userEvent.keyboard(keys);
  return focused();
}

it('opens at its first item, and moves round by arrows, Home and End', async () => {
  show();
  expect(button()).toHaveAttribute('aria-expanded', 'false');
  expect(button()).not.toHaveAttribute('aria-controls');
  await userEvent.click(button());
  expect(button()).toHaveAttribute('aria-expanded', 'true');
  const panel = document.getElementById(button().getAttribute('aria-controls') ?? '');
  expect(panel).toContainElement(screen.getByText('Ana'));
  expect(focused()).toBe('Uno');
  for (const [keys, item] of [
    ['{ArrowDown}', 'Dos'],
    ['{ArrowDown}{ArrowDown}', 'Uno'],
    ['{ArrowUp}', 'Tres'],
    ['{ArrowUp}', 'Dos'],
    ['{Home}', 'Uno'],
    ['{End}', 'Tres'],
  ] as const)
    expect(await press(keys)).toBe(item);
  expect(onKeyAround).not.toHaveBeenCalled();
});

it('Escape closes it and gives the focus back, Tab closes it and goes on', async () => {
  show();
  await userEvent.click(button());
  await press('{Escape}');
  expect(isOpen()).toBe(false);
  expect(button()).toHaveFocus();
  await userEvent.click(button());
  await press('x');
  expect(isOpen()).toBe(true);
  await userEvent.tab();
  expect(isOpen()).toBe(false);
});

it.each([
  ['Ana', true],
  ['⋯', false],
  ['Fuera', false],
])('after a press of “%s” it is open: %s', async (pressed, isLeft) => {
  show();
  await userEvent.click(button());
  await userEvent.click(screen.getByText(pressed));
  expect(isOpen()).toBe(isLeft);
});

it('what is chosen happens once, with the menu closed and the focus on its button', async () => {
  show();
  await userEvent.click(button());
  onChoose.mockImplementation(() => expect(button()).toHaveFocus());
  await userEvent.click(screen.getByRole('menuitem', { name: 'Dos' }));
  expect(onChoose.mock.calls).toEqual([['Dos']]);
  expect(isOpen()).toBe(false);
});

it('cannot be opened while it is disabled', async () => {
  show({ disabled: true });
  await userEvent.click(button());
  expect(isOpen()).toBe(false);
});
