/** The help centre: search, questions and articles, and the contact form from who writes it to its outcome. */

import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { contactProblems } from '#domain/contact.ts';
import {
  autoCloseMs,
  type ContactDraft,
  contactModalMachine,
} from '#machines/contact-modal.machine.ts';
import { contactCopy, contactSentText, priorityLabels } from '#src/copy/contact.ts';
import { registrationErrors } from '#src/copy/sign-in.ts';
import { supportCopy } from '#src/copy/support.ts';
import {
  SessionContext,
  type SessionContextValue,
  type SessionView,
} from '#src/features/session/session-context.ts';
import {
  button,
  noButton,
  press,
  renderScreen,
  setupScreenTests,
  stubLayout,
} from '#tests/support/screen-harness.tsx';
import { SupportScreen } from './support-screen.tsx';

setupScreenTests();
/** What the page was scrolled to. */
let scrolled: Element[];
beforeAll(stubLayout);
beforeEach(() => {
  scrolled = [];
  // jsdom has none.
  HTMLElement.prototype.scrollIntoView = function scroll() {
    scrolled.push(this);
  };
});
afterEach(() => void Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView'));

const site = { landingUrl: '/', supportEmail: 'ayuda@vigia.example', localMailbox: null };
const visitor = { status: 'public', user: null } as Partial<SessionView> as SessionView;
const ana = {
  status: 'authenticated',
  user: { email: 'ana@correo.example', displayName: null },
} as Partial<SessionView> as SessionView;

interface Situation {
  readonly session?: SessionView;
  readonly address?: string;
  readonly loadUsername?: () => Promise<string>;
  /** What becomes of a message. */
  readonly send?: () => Promise<void>;
}

function show({
  session = visitor,
  address = '/support',
  loadUsername = async () => 'ana_colecciona',
  send = async () => {},
}: Situation = {}) {
  const sent: ContactDraft[] = [];
  const clock = new SimulatedClock();
  const contact = createActor(
    contactModalMachine.provide({
      actors: {
        sendMessage: fromPromise(async ({ input }: { input: { draft: ContactDraft } }) => {
          sent.push(input.draft);
          await send();
        }),
      },
      guards: {
        isValid: (_, { draft }) => Object.keys(contactProblems(draft)).length === 0,
      },
    }),
    { clock },
  ).start();
  const sessionPart = { session, site, loadUsername } as Partial<SessionContextValue>;
  const rendered = renderScreen(<SupportScreen contact={contact} />, address, {
    route: '/support',
    others: [{ path: '*', element: null }],
    sessionPart,
  });
  return { contact, clock, sent, ...rendered };
}

const search = (words: string) =>
  userEvent.type(screen.getByRole('searchbox', { name: supportCopy.search }), words);
const questions = () =>
  within(screen.getByTestId('questions'))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);
const question = (name: string) => screen.getByRole('button', { name, expanded: false });

it('opens one answer at a time, and closes it again', async () => {
  show();
  expect(questions()).toHaveLength(6);
  expect(screen.getByText('6 preguntas')).toBeVisible();
  await userEvent.click(question('¿Cómo cambio de plan?'));
  expect(screen.getByRole('region', { name: '¿Cómo cambio de plan?' })).toBeVisible();
  await userEvent.click(question('¿Cómo creo un umbral?'));
  expect(screen.getAllByRole('button', { expanded: true })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: '¿Cómo creo un umbral?' }));
  expect(screen.queryByRole('button', { expanded: true })).toBeNull();
});

it('finds questions by their answers, shows where, and articles that say the same', async () => {
  show();
  await search('SPAM');
  expect(questions()).toEqual(['¿Por qué no recibo los correos?']);
  expect(screen.getByText('Queda 1 pregunta')).toBeVisible();
  const found = screen.getByTestId('questions');
  expect(within(found).getAllByText('spam', { selector: 'p mark' })[0]).toBeVisible();
  expect(screen.queryByRole('region', { name: supportCopy.categories })).toBeNull();
  expect(screen.getByText(supportCopy.alsoInArticles)).toBeVisible();
  const [article] = screen.getAllByRole('link', { name: 'Crear tu cuenta y confirmar el correo' });
  expect(article).toHaveAttribute('href', '/support#confirmar-correo');
  await userEvent.click(question('¿Por qué no recibo los correos?'));
  expect(within(found).getAllByText('spam', { selector: 'mark' })).toHaveLength(1);
});

it('without a find it says so, and clears the search', async () => {
  show();
  await search('xyzzy');
  expect(screen.getByText(supportCopy.noneTitle)).toBeVisible();
  expect(screen.getByText('Quedan 0 preguntas')).toBeVisible();
  await press(supportCopy.clear);
  expect(questions()).toHaveLength(6);
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

it('opens the article of the address, with its place and the others of its category', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  const { navigate, address } = show({ address: '/support#confirmar-correo' });
  const article = await screen.findByRole('article', {
    name: 'Crear tu cuenta y confirmar el correo',
  });
  const heading = within(article).getByRole('heading');
  expect(heading).toHaveFocus();
  // Scrolled to the whole of it, and not by the focus to its heading alone.
  expect(scrolled).toContain(article);
  expect(focus).toHaveBeenCalledWith({ preventScroll: true });
  expect(within(article).getByRole('link', { name: 'Abrir Configuración' })).toHaveAttribute(
    'href',
    '/dashboard/configuracion',
  );
  const others = within(article).getByRole('navigation');
  expect(within(others).getAllByRole('link').length).toBeGreaterThan(1);
  expect(within(others).queryByText('Crear tu cuenta y confirmar el correo')).toBeNull();
  const categories = screen.getByRole('region', { name: supportCopy.categories });
  const current = within(categories)
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'true');
  expect(current.map(({ textContent }) => textContent)).toEqual([
    'Crear tu cuenta y confirmar el correo',
  ]);
  heading.blur();
  await act(() => navigate('/support#confirmar-correo'));
  await waitFor(() =>
    expect(within(screen.getByRole('article')).getByRole('heading')).toHaveFocus(),
  );
  expect(address()).toBe('/support');
});

it('closing an article by the keyboard goes back to the link that opened it, by a press does not', async () => {
  const { navigate } = show({ address: '/support#confirmar-correo' });
  const close = await screen.findByRole('link', { name: supportCopy.closeArticle });
  act(() => close.focus());
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('article')).toBeNull();
  const opener = screen.getByRole('link', { name: 'Crear tu cuenta y confirmar el correo' });
  expect(opener).toHaveFocus();
  await act(() => navigate('/support#confirmar-correo'));
  await userEvent.click(await screen.findByRole('link', { name: supportCopy.closeArticle }));
  expect(opener).not.toHaveFocus();
});

/** As the server renders it, and the browser hydrates it. */
const prerendered = (address: string) => (
  <SessionContext value={{ session: visitor, site } as SessionContextValue}>
    <MemoryRouter initialEntries={[address]}>
      <SupportScreen contact={createActor(contactModalMachine).start()} />
    </MemoryRouter>
  </SessionContext>
);

it('is prerendered without the article, of which the server does not learn', () => {
  const html = renderToString(prerendered('/support#confirmar-correo'));
  expect(html).toContain('Crear tu cuenta y confirmar el correo');
  expect(html).not.toContain('<article');
});

it('searches for what was typed before the page was ready', async () => {
  const page = prerendered('/support');
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  within(container).getByRole<HTMLInputElement>('searchbox').value = 'spam';
  render(page, { container, hydrate: true });
  await waitFor(() => expect(questions()).toEqual(['¿Por qué no recibo los correos?']));
});

it('leads back to signing in, and to a mail of one’s own program', async () => {
  show();
  expect(screen.getByRole('link', { name: supportCopy.backToLogin })).toBeVisible();
  expect(document.title).toMatch(/^Centro de ayuda · /);
  expect(screen.getByRole('link', { name: supportCopy.mail })).toHaveAttribute(
    'href',
    'mailto:ayuda@vigia.example',
  );
});

it('who is signed in finds name and address written, and the cursor where something is missing', async () => {
  show({ session: ana });
  expect(screen.getByRole('link', { name: supportCopy.backToDashboard })).toBeVisible();
  await userEvent.click(
    (await screen.findAllByRole('button', { name: supportCopy.contact }))[0] as HTMLElement,
  );
  await waitFor(() =>
    expect(screen.getByLabelText(contactCopy.name)).toHaveValue('ana_colecciona'),
  );
  expect(screen.getByLabelText(contactCopy.email)).toHaveValue('ana@correo.example');
  expect(screen.getByLabelText(contactCopy.subject)).toHaveFocus();
});

async function fillIn() {
  await userEvent.type(screen.getByLabelText(contactCopy.name), 'Ana');
  await userEvent.type(screen.getByLabelText(contactCopy.email), 'ana@correo.example');
  await userEvent.type(screen.getByLabelText(contactCopy.subject), 'Hola');
  await userEvent.selectOptions(screen.getByLabelText(contactCopy.priority), priorityLabels.high);
  await userEvent.type(screen.getByLabelText(contactCopy.message), 'No llega.');
}

it('tells a bot by the field that nobody sees, which is sent along', async () => {
  const { contact, sent } = show();
  act(() => contact.send({ type: 'OPEN' }));
  await fillIn();
  const hidden = document.querySelector<HTMLInputElement>('input[name="referencia"]');
  expect(hidden?.tabIndex).toBe(-1);
  await userEvent.type(hidden as HTMLInputElement, 'spam');
  await press(contactCopy.send);
  await waitFor(() => expect(sent).toMatchObject([{ honeypot: 'spam', message: 'No llega.' }]));
});

it('says what is missing only after a submit, and goes to the first of it', async () => {
  const { contact, sent } = show();
  act(() => contact.send({ type: 'OPEN' }));
  await userEvent.type(screen.getByLabelText(contactCopy.name), 'Ana');
  expect(screen.queryByText('Escribe el asunto')).toBeNull();
  expect(screen.queryByText(/^Revisa/)).toBeNull();
  expect(screen.getByLabelText(contactCopy.message)).toBeRequired();
  await press(contactCopy.send);
  expect(screen.getByText('Escribe tu correo electrónico')).toBeVisible();
  expect(screen.getByText('Escribe el asunto')).toBeVisible();
  expect(screen.queryByText('Escribe tu nombre')).toBeNull();
  expect(screen.getByLabelText(contactCopy.email)).toHaveFocus();
  expect(screen.getByText(/^Revisa 3 campos: Correo electrónico, Asunto y Mensaje/)).toBeVisible();
  await userEvent.type(screen.getByLabelText(contactCopy.email), 'ana');
  expect(screen.getByText(registrationErrors.emailInvalid)).toBeVisible();
  expect(sent).toEqual([]);
});

it('a text that is too long says so at once', async () => {
  const { contact } = show();
  act(() => contact.send({ type: 'OPEN', sender: { name: 'a'.repeat(102), email: '' } }));
  expect(screen.getByText('Como mucho 100 caracteres: sobran 2')).toBeVisible();
  expect(screen.queryByText('Escribe tu correo electrónico')).toBeNull();
});

it('sends a message once, cannot be changed meanwhile, confirms it, and closes by itself', async () => {
  const answer = Promise.withResolvers<void>();
  const { contact, sent, clock } = show({ send: () => answer.promise });
  act(() => contact.send({ type: 'OPEN' }));
  await fillIn();
  await press(contactCopy.send);
  const busy = await button(contactCopy.sending);
  expect(busy).toBeDisabled();
  expect(screen.getByTestId('spinner')).toBeInTheDocument();
  expect(screen.getByLabelText(contactCopy.priority)).toBeDisabled();
  expect(screen.getByLabelText(contactCopy.message)).toHaveAttribute('readonly');
  expect(sent).toMatchObject([
    {
      name: 'Ana',
      email: 'ana@correo.example',
      subject: 'Hola',
      priority: 'high',
      message: 'No llega.',
    },
  ]);
  await act(async () => answer.resolve());
  const outcome = await screen.findByText(contactSentText);
  expect(outcome.parentElement).toHaveFocus();
  expect(screen.queryByTestId('spinner')).toBeNull();
  act(() => clock.increment(autoCloseMs));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that a message was not sent, keeps it, and sends it again', async () => {
  let isBroken = true;
  const { contact, sent } = show({
    send: async () => {
      if (isBroken) throw Object.assign(new Error('many'), { code: 'too-many' });
    },
  });
  act(() => contact.send({ type: 'OPEN' }));
  await fillIn();
  await press(contactCopy.send);
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Has enviado varios mensajes/);
  expect(await button(contactCopy.send)).toHaveFocus();
  expect(screen.getByLabelText(contactCopy.message)).toHaveValue('No llega.');
  isBroken = false;
  await press(contactCopy.send);
  expect(await screen.findByText(/^¡Mensaje enviado/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toHaveLength(2);
});

it('is closed by Cancelar and when the screen is left, without losing what was written', async () => {
  const { contact, navigate } = show();
  act(() => contact.send({ type: 'OPEN' }));
  await userEvent.type(screen.getByLabelText(contactCopy.subject), 'Hola');
  await press(contactCopy.cancel);
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => contact.send({ type: 'OPEN' }));
  expect(screen.getByLabelText(contactCopy.subject)).toHaveValue('Hola');
  expect(screen.getByLabelText(contactCopy.name)).toHaveFocus();
  await act(() => navigate('/elsewhere'));
  expect(contact.getSnapshot().value).toBe('closed');
  noButton(contactCopy.send);
});

it('opened again with everything written, the cursor is in the message', async () => {
  const { contact } = show();
  act(() => contact.send({ type: 'OPEN' }));
  await fillIn();
  await press(contactCopy.cancel);
  act(() => contact.send({ type: 'OPEN' }));
  expect(screen.getByLabelText(contactCopy.message)).toHaveFocus();
});

it('the name of who has signed out is not written for who comes next', async () => {
  const names = new Map([
    ['ana@correo.example', Promise.withResolvers<string>()],
    ['eva@correo.example', Promise.withResolvers<string>()],
  ]);
  const contact = createActor(contactModalMachine).start();
  const Accounts = () => {
    const [email, setEmail] = useState('ana@correo.example');
    const session = { ...ana, user: { email, displayName: null } };
    const loadUsername = () => names.get(email)?.promise;
    return (
      <SessionContext value={{ session, site, loadUsername } as SessionContextValue}>
        <SupportScreen contact={contact} />
        <button type="button" onClick={() => setEmail('eva@correo.example')}>
          Cambiar de cuenta
        </button>
      </SessionContext>
    );
  };
  renderScreen(<Accounts />, '/support', { route: '/support' });
  await press('Cambiar de cuenta');
  await act(async () => names.get('ana@correo.example')?.resolve('ana_colecciona'));
  act(() => contact.send({ type: 'OPEN' }));
  expect(screen.getByLabelText(contactCopy.name)).toHaveValue('');
  await act(async () => names.get('eva@correo.example')?.resolve('eva_colecciona'));
  await waitFor(() =>
    expect(screen.getByLabelText(contactCopy.name)).toHaveValue('eva_colecciona'),
  );
});
