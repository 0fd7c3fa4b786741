/** The help centre: search, questions and articles, and the contact form from who writes it to its outcome. */
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { contactProblems } from '#domain/contact.ts';
import { type ContactDraft, contactModalMachine } from '#machines/contact-modal.machine.ts';
import { contactProblemSentence, contactCopy as copy, priorityLabels } from '#src/copy/contact.ts';
import { questions as faq } from '#src/copy/faq.ts';
import { questionCountText, supportCopy } from '#src/copy/support.ts';
import { type Article, articleCategories } from '#src/copy/support-articles.ts';
import { SessionContext, type SessionContextValue } from '#src/features/session/session-context.ts';
import { press, renderScreen, sessionView } from '#tests/support/screen-harness.tsx';
import { SupportScreen } from './support-screen.tsx';

/** What the page was scrolled to. */
let scrolled: Element[];
beforeEach(() => {
  scrolled = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this);
  });
});

const site = { landingUrl: '/', supportEmail: 'ayuda@vigia.example', localMailbox: null };
const visitor = sessionView({ status: 'public', user: null });
const ana = sessionView();

/** @param send what becomes of a message */
function show({ session = visitor, address = '/support', send = async () => {} } = {}) {
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
      guards: { isValid: (_, { draft }) => Object.keys(contactProblems(draft)).length === 0 },
    }),
    { clock },
  ).start();
  const rendered = renderScreen(<SupportScreen contact={contact} />, address, {
    route: '/support',
    others: [{ path: '*', element: null }],
    sessionPart: { session, site, loadUsername: async () => 'ana_colecciona' },
  });
  const open = () => act(() => contact.send({ type: 'OPEN' }));
  return { contact, clock, sent, open, ...rendered };
}

const search = (words: string) =>
  userEvent.type(screen.getByRole('searchbox', { name: supportCopy.search }), words);
const questions = () =>
  within(screen.getByTestId('questions'))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);
const question = (name: string) => screen.getByRole('button', { name, expanded: false });
const spam = faq.find(({ id }) => id === 'no-recibo-correos')?.question ?? '';

describe('questions', () => {
  it('are found by their answers, which show where, beside articles that say the same', async () => {
    show();
    await search('SPAM');
    expect(questions()).toEqual([spam]);
    expect(screen.getByText(questionCountText(1, true))).toBeVisible();
    const found = within(screen.getByTestId('questions'));
    expect(found.getAllByText('spam', { selector: 'mark' })[0]).toBeVisible();
    expect(screen.queryByRole('region', { name: supportCopy.categories })).toBeNull();
    expect(screen.getByText(supportCopy.alsoInArticles)).toBeVisible();
    const [article] = screen.getAllByRole('link', { name: articleTitle });
    expect(article).toHaveAttribute('href', '/support#confirmar-correo');
    await userEvent.click(question(spam));
    expect(found.getAllByText('spam', { selector: 'mark' })).toHaveLength(1);
  });
});

it('articles are found by what people call their subject', async () => {
  show();
  for (const [words, id] of [
    ['telegram', 'canales'],
    ['canales', 'canales'],
    ['webhook', 'canales'],
    ['importar', 'importar-y-exportar'],
    ['móvil', 'en-el-movil'],
    ['eliminar', 'correo-y-cuenta'],
    ['clave', 'claves-y-asistentes'],
  ] as const) {
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } });
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect([words, links]).toEqual([words, expect.arrayContaining([`/support#${id}`])]);
  }
});

const [first] = articleCategories[0]?.articles ?? [];
const { title: articleTitle, place } = first as Article;
describe('an article', () => {
  const address = '/support#confirmar-correo';
  const heading = async () =>
    within(await screen.findByRole('article', { name: articleTitle })).getByRole('heading');

  it('of the address is opened, scrolled to and focused, also once more', async () => {
    const focus = vi.spyOn(HTMLElement.prototype, 'focus');
    const { navigate } = show({ address });
    expect(await heading()).toHaveFocus();
    // Scrolled to the whole of it, and not by the focus to its heading alone.
    expect(scrolled).toContain(screen.getByRole('article'));
    expect(focus).toHaveBeenCalledWith({ preventScroll: true });
    const article = within(screen.getByRole('article'));
    const link = article.getByRole('link', { name: place?.label ?? '' });
    expect(link).toHaveAttribute('href', '/dashboard/configuracion');
    const others = within(article.getByRole('navigation')).getAllByRole('link');
    expect(others.length).toBeGreaterThan(1);
    expect(others.map(({ textContent }) => textContent)).not.toContain(articleTitle);
    const categories = within(screen.getByRole('region', { name: supportCopy.categories }));
    const links = categories.getAllByRole('link');
    const current = links.filter((link) => link.getAttribute('aria-current') === 'true');
    expect(current.map(({ textContent }) => textContent)).toEqual([articleTitle]);
    (await heading()).blur();
    await act(() => navigate(address));
    await waitFor(async () => expect(await heading()).toHaveFocus());
  });

  it('closed by the keyboard leads back to the link that opened it, by a press does not', async () => {
    const { navigate } = show({ address });
    const close = () => screen.findByRole('link', { name: supportCopy.closeArticle });
    const closeLink = await close();
    act(() => closeLink.focus());
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('article')).toBeNull();
    const opener = screen.getByRole('link', { name: articleTitle });
    expect(opener).toHaveFocus();
    await act(() => navigate(address));
    await userEvent.click(await close());
    expect(opener).not.toHaveFocus();
  });
});

describe('prerendered', () => {
  /** As the server renders it, and the browser hydrates it. */
  const page = (address: string) => (
    <SessionContext value={{ session: visitor, site } as SessionContextValue}>
      <MemoryRouter initialEntries={[address]}>
        <SupportScreen contact={createActor(contactModalMachine).start()} />
      </MemoryRouter>
    </SessionContext>
  );

  it('it searches for what was typed before the page was ready', async () => {
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(page('/support'));
    within(container).getByRole<HTMLInputElement>('searchbox').value = 'spam';
    render(page('/support'), { container, hydrate: true });
    await waitFor(() => expect(questions()).toEqual([spam]));
  });
});

describe('a message', () => {
  const field = (name: 'name' | 'email' | 'subject' | 'priority' | 'message') =>
    screen.getByLabelText(copy[name]);
  const draft = {
    name: 'Ana',
    email: 'ana@correo.example',
    subject: 'Hola',
    message: 'No llega.',
  };
  async function fillIn() {
    for (const [name, words] of Object.entries(draft))
      await userEvent.type(field(name as keyof typeof draft), words);
    await userEvent.selectOptions(field('priority'), priorityLabels.high);
  }

  it('of who is signed in has name and address, and the cursor where something is missing', async () => {
    show({ session: ana });
    expect(screen.getByRole('link', { name: supportCopy.backToDashboard })).toBeVisible();
    const [contact] = await screen.findAllByRole('button', { name: supportCopy.contact });
    await userEvent.click(contact as HTMLElement);
    await waitFor(() => expect(field('name')).toHaveValue('ana_colecciona'));
    expect(field('email')).toHaveValue('ana@correo.example');
    expect(field('subject')).toHaveFocus();
  });

  it('tells a bot by the field that nobody sees, which is sent along', async () => {
    const { sent, open } = show();
    open();
    await fillIn();
    const hidden = screen.getByLabelText(copy.honeypot);
    expect((hidden as HTMLInputElement).tabIndex).toBe(-1);
    await userEvent.type(hidden, 'spam');
    await press(copy.send);
    await waitFor(() => expect(sent).toMatchObject([{ ...draft, honeypot: 'spam' }]));
  });

  it('that is too long says so at once', () => {
    const { contact } = show();
    act(() => contact.send({ type: 'OPEN', sender: { name: 'a'.repeat(102), email: '' } }));
    expect(screen.getByText(contactProblemSentence('name', 'too-long', 102))).toBeVisible();
    expect(screen.queryByText(contactProblemSentence('email', 'missing', 0))).toBeNull();
  });

  it('does not have the name of who has signed out for who comes next', async () => {
    const names = new Map(
      ['ana@correo.example', 'eva@correo.example'].map((email) => [
        email,
        Promise.withResolvers<string>(),
      ]),
    );
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
    expect(field('name')).toHaveValue('');
    await act(async () => names.get('eva@correo.example')?.resolve('eva_colecciona'));
    await waitFor(() => expect(field('name')).toHaveValue('eva_colecciona'));
  });
});
