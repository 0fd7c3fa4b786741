/** /support: the help centre, with search, articles, FAQ and contact form. */
import { useSelector } from '@xstate/react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ContactSender } from '#machines/contact-modal.machine.ts';
import { Button } from '#src/components/button.tsx';
import { Icon } from '#src/components/icon.tsx';
import { SearchForm } from '#src/components/search-form.tsx';
import { supportCopy as copy } from '#src/copy/support.ts';
import { useSession } from '#src/features/session/session-context.ts';
import { type ContactActor, ContactDialog } from './contact-dialog.tsx';
import { Faq } from './faq.tsx';
import { Categories, ChosenArticle } from './help-articles.tsx';
import styles from './support.module.css';
import { SupportLayout } from './support-layout.tsx';

export function SupportScreen({ contact }: { readonly contact: ContactActor }) {
  const [search, setSearch] = useState('');
  const isOpen = useSelector(contact, (state) => state.hasTag('open'));
  // Closing on unmount: the outcome of a message being sent then shows as a toast.
  useEffect(() => () => contact.send({ type: 'CLOSE' }), [contact]);
  const sender = useContactSender();
  const openContact = () => contact.send({ type: 'OPEN', ...(sender && { sender }) });
  // The form may have been opened before the sender was known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the sender becomes known
  useEffect(() => {
    if (sender !== null) contact.send({ type: 'SENDER.IDENTIFIED', sender });
  }, [sender?.name, sender?.email]);
  return (
    <SupportLayout>
      <div className={styles.help__top}>
        <h1 className="headline">{copy.title}</h1>
        <HelpSearchField value={search} onChange={setSearch} />
      </div>
      <QuickActions onContact={openContact} />
      {/* Hidden while searching, so that a phone shows the results without scrolling. */}
      {search.trim() === '' && <Categories />}
      <div className={styles.hgrid}>
        <div className={styles.help__answers}>
          <ChosenArticle />
          <Faq search={search} onClear={() => setSearch('')} />
        </div>
        <ContactCard onContact={openContact} />
      </div>
      {isOpen && <ContactDialog contact={contact} />}
    </SupportLayout>
  );
}

function HelpSearchField(props: {
  readonly value: string;
  readonly onChange: (words: string) => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Text may have been typed before hydration.
  useLayoutEffect(() => {
    if (input.current?.value) props.onChange(input.current.value);
  }, [props.onChange]);
  return (
    <SearchForm className="search">
      <Icon name="search" />
      <label className="vh" htmlFor={id}>
        {copy.search}
      </label>
      <input
        id={id}
        ref={input}
        className="input"
        type="search"
        placeholder={copy.searchHint}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </SearchForm>
  );
}

function QuickActions({ onContact }: { onContact: () => void }) {
  const { site } = useSession();
  return (
    <div className={styles.quick}>
      <button type="button" onClick={onContact} aria-describedby="contactar">
        <Icon name="message" />
        <ActionText id="contactar" name={copy.contact} hint={copy.contactHint} />
      </button>
      <a href={`mailto:${site.supportEmail}`} aria-describedby="escribir">
        <Icon name="mail" />
        <ActionText id="escribir" name={copy.mail} hint={site.supportEmail} />
      </a>
      <Link to="/how-it-works" aria-describedby="como-funciona">
        <Icon name="play" />
        <ActionText id="como-funciona" name={copy.howItWorks} hint={copy.howItWorksHint} />
      </Link>
    </div>
  );
}

/** The hint is the description of the action, not part of its accessible name. */
function ActionText({ id, name, hint }: { id: string; name: string; hint: string }) {
  return (
    <span>
      <b>{name}</b>
      <span className="meta" id={id} aria-hidden="true">
        {hint}
      </span>
    </span>
  );
}

function ContactCard({ onContact }: { onContact: () => void }) {
  return (
    <aside aria-label={copy.contactCard}>
      <div className="ticket-shadow">
        <div className={`ticket ${styles.contact}`}>
          <div className={styles.contact__top}>
            <p className="label">{copy.people}</p>
            <p className="title">{copy.cardTitle}</p>
          </div>
          <div className="perf" />
          <div className={styles.contact__bot}>
            <p>{copy.promise}</p>
            <Button wide onClick={onContact}>
              {copy.contact}
            </Button>
          </div>
        </div>
      </div>
    </aside>
  );
}

/**
 * Who the contact form is prefilled with: the session's address and, once it has loaded, the profile's username.
 * @returns null while no user is known
 */
function useContactSender(): ContactSender | null {
  const { session, loadUsername } = useSession();
  const [name, setName] = useState('');
  const email = session.user?.email ?? null;
  useEffect(() => {
    if (email === null) return;
    let isCurrent = true;
    loadUsername().then(
      (username) => isCurrent && setName(username),
      // The user writes it.
      () => {},
    );
    return () => {
      isCurrent = false;
      setName('');
    };
  }, [email, loadUsername]);
  return email === null ? null : { name, email };
}
