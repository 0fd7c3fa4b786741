/** The offer of an alert where the plot was pressed: it stays in the plot, and goes away by itself. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { type PriceOffer, PriceOfferButton } from './price-offer.tsx';

const onAccept = vi.fn();
const onDismiss = vi.fn();

function Plot({ offer }: { offer: PriceOffer | null }) {
  const plot = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button type="button" ref={plot}>
        Gráfica
      </button>
      <input aria-label="Otro" />
      {offer !== null && (
        <PriceOfferButton
          offer={offer}
          currency="EUR"
          plot={plot}
          onAccept={onAccept}
          onDismiss={onDismiss}
        />
      )}
    </>
  );
}
function show(part: Partial<PriceOffer> = {}) {
  vi.clearAllMocks();
  const offer = { cents: 18_000, x: 0.25, y: 0.5, byKey: false, ...part };
  const { rerender } = render(<Plot offer={offer} />);
  return () => rerender(<Plot offer={null} />);
}
const button = () => screen.getByRole('button', { name: /^Avísame a este precio: 180.€$/ });

it('takes the focus where it was asked for by a key, and gives it back on Escape', async () => {
  show({ byKey: true });
  expect(button()).toHaveFocus();
  await userEvent.keyboard('x');
  expect(onDismiss).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onDismiss).toHaveBeenCalled();
  expect(screen.getByText('Gráfica')).toHaveFocus();
});

it('leaves the focus where it is when it was pressed by a pointer', async () => {
  show();
  expect(document.body).toHaveFocus();
  act(() => screen.getByLabelText('Otro').focus());
  await userEvent.keyboard('{Escape}');
  expect(onDismiss).toHaveBeenCalledOnce();
  expect(screen.getByLabelText('Otro')).toHaveFocus();
});

it('is accepted by a press, and goes by a press elsewhere or when it is left', async () => {
  show();
  fireEvent.pointerDown(button());
  fireEvent.pointerDown(button().querySelector('b') as Element);
  expect(onDismiss).not.toHaveBeenCalled();
  await userEvent.click(button());
  expect(onAccept).toHaveBeenCalledOnce();
  expect(onDismiss).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(onDismiss).toHaveBeenCalledOnce();
  fireEvent.pointerDown(screen.getByText('Gráfica'));
  expect(onDismiss).toHaveBeenCalledTimes(2);
});
