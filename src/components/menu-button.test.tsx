/** A menu opened by its button: by keys and by pointer, and upwards where there is no room below. */
import { fireEvent, render, screen } from '@testing-library/react';
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
  expect(document.getElementById(button().getAttribute('aria-controls') ?? '')).toContainElement(
    screen.getByText('Ana'),
  );
  expect(focused()).toBe('Uno');
  expect(await press('{ArrowDown}')).toBe('Dos');
  expect(await press('{ArrowDown}')).toBe('Tres');
  expect(await press('{ArrowDown}')).toBe('Uno');
  expect(await press('{ArrowUp}')).toBe('Tres');
  expect(await press('{ArrowUp}')).toBe('Dos');
  expect(await press('{Home}')).toBe('Uno');
  expect(await press('{End}')).toBe('Tres');
  expect(onKeyAround).not.toHaveBeenCalled();
});

it('keeps its keys from scrolling the page, and leaves the others', async () => {
  show();
  await userEvent.click(button());
  const isLeft = (key: string) => fireEvent.keyDown(screen.getByText('Uno'), { key });
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End', 'x'].map(isLeft)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
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

it('closes by a press of its button or outside, not by one within', async () => {
  show();
  await userEvent.click(button());
  await userEvent.click(screen.getByText('Ana'));
  expect(isOpen()).toBe(true);
  await userEvent.click(button());
  expect(isOpen()).toBe(false);
  await userEvent.click(button());
  await userEvent.click(screen.getByText('Fuera'));
  expect(isOpen()).toBe(false);
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

// The window of jsdom is 768 pixels high.
it.each([
  { top: 100, bottom: 200, isUp: false },
  { top: 668, bottom: 768, isUp: false },
  { top: 669, bottom: 769, isUp: true },
  { top: 589, bottom: 689, pinned: '80px', isUp: true },
  { top: 588, bottom: 688, pinned: '80px', isUp: false },
  // Above it there is no more room than below.
  { top: 200, bottom: 800, isUp: false },
  { top: 201, bottom: 800, isUp: true },
])('from $top to $bottom px, $pinned of them pinned, it opens upwards: $isUp', async (place) => {
  const { top, bottom, pinned = 'auto' } = place;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    ...{ x: 0, y: top, left: 0, right: 9, width: 9, height: 100, top, bottom },
    toJSON: () => '',
  });
  const computed = window.getComputedStyle;
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element, pseudo) =>
    element === document.documentElement
      ? ({ scrollPaddingBottom: pinned } as CSSStyleDeclaration)
      : computed(element, pseudo),
  );
  show();
  fireEvent.click(button());
  const popup = document.getElementById(button().getAttribute('aria-controls') ?? '');
  expect(popup?.className).toBe(place.isUp ? 'menu menu--up' : 'menu');
});

it('opens upwards at the bottom of the page', async () => {
  show({ opensUp: true });
  await userEvent.click(button());
  expect(screen.getByRole('menu').parentElement).toHaveClass('menu--up');
});
