/** Contact form dialog; flow, draft and outcome are in the contact machine. */
import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import {
  type ContactField,
  codePointLength,
  contactFields,
  contactProblems,
  priorities,
} from '#domain/contact.ts';
import type {
  ContactDraft,
  ContactFailure,
  contactModalMachine,
} from '#machines/contact-modal.machine.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Icon } from '#src/components/icon.tsx';
import { SelectField } from '#src/components/select-field.tsx';
import { TextArea } from '#src/components/text-area.tsx';
import { TextField } from '#src/components/text-field.tsx';
import {
  contactFailureTexts,
  contactProblemSentence,
  contactSentText,
  contactCopy as copy,
  priorityLabels,
} from '#src/copy/contact.ts';
import { FormErrorSummary } from '#src/features/forms/form-error-summary.tsx';
import styles from './contact-dialog.module.css';

export type ContactActor = ActorRefFrom<typeof contactModalMachine>;

export function ContactDialog({ contact }: { readonly contact: ContactActor }) {
  const state = useSelector(contact, (snapshot) => snapshot);
  const form = useRef<HTMLFormElement>(null);
  const { draft, isChecked, failure } = state.context;
  const isBusy = state.hasTag('busy');
  const hasFailed = failure !== null;
  const problems = contactProblems(draft);

  const focus = (field: ContactField) => {
    const element = form.current?.elements.namedItem(field);
    if (element instanceof HTMLElement) element.focus();
  };
  const edit = (part: Partial<ContactDraft>) => contact.send({ type: 'EDIT', part });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What a password manager filled in may have come without an event.
    const { elements } = event.currentTarget;
    const filled = Object.fromEntries(
      contactFields
        .map((field) => [field, (elements.namedItem(field) as HTMLInputElement).value] as const)
        .filter(([field, value]) => value !== draft[field]),
    );
    if (Object.keys(filled).length > 0) edit(filled);
    contact.send({ type: 'SUBMIT' });
    const left = contactProblems(contact.getSnapshot().context.draft);
    const first = contactFields.find((field) => left[field] !== undefined);
    if (first !== undefined) focus(first);
  };
  /** Props shared by the four text fields. */
  const text = (field: ContactField) => {
    const problem = problems[field];
    const isShown = problem !== undefined && (isChecked || problem === 'too-long');
    return {
      name: field,
      required: true,
      readOnly: isBusy,
      value: draft[field],
      error: isShown
        ? contactProblemSentence(field, problem, codePointLength(draft[field].trim()))
        : undefined,
      onChange: (event: { target: { value: string } }) => edit({ [field]: event.target.value }),
    };
  };

  // After opening, as the dialog itself would focus its close button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on opening
  useEffect(() => focus(contactFields.find((field) => draft[field] === '') ?? 'message'), []);
  // The submit button lost the focus while it was disabled.
  useEffect(() => {
    if (hasFailed) form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [hasFailed]);

  return (
    <Dialog title={copy.title} subtitle={copy.lead} onClose={() => contact.send({ type: 'CLOSE' })}>
      <form ref={form} onSubmit={submit} noValidate>
        <div className={styles.two}>
          <TextField label={copy.name} autoComplete="name" {...text('name')} />
          <TextField
            label={copy.email}
            type="email"
            inputMode="email"
            autoComplete="email"
            {...text('email')}
          />
        </div>
        <div className={`${styles.two} ${styles['two--a']} ${styles['two--contact']}`}>
          <TextField
            label={copy.subject}
            placeholder={copy.subjectPlaceholder}
            {...text('subject')}
          />
          <SelectField
            label={copy.priority}
            options={priorities.map((priority) => [priority, priorityLabels[priority]] as const)}
            value={draft.priority}
            disabled={isBusy}
            onChange={(priority) => edit({ priority })}
          />
        </div>
        <TextArea label={copy.message} rows={5} {...text('message')} />
        <div className="vh" aria-hidden="true">
          <label htmlFor="referencia">{copy.honeypot}</label>
          <input
            id="referencia"
            name="referencia"
            tabIndex={-1}
            autoComplete="off"
            value={draft.honeypot}
            onChange={(event) => edit({ honeypot: event.target.value })}
          />
        </div>
        <FormErrorSummary
          labels={contactFields
            .filter((field) => isChecked && problems[field])
            .map((field) => copy[field])}
        />
        <ContactOutcome isSent={state.matches('sent')} failure={failure} />
        <div className="modal__foot">
          <Button variant="quiet" onClick={() => contact.send({ type: 'CLOSE' })}>
            {copy.cancel}
          </Button>
          <Button type="submit" disabled={isBusy}>
            {isBusy && <span className={styles.spin} aria-hidden="true" data-testid="spinner" />}
            {isBusy ? copy.sending : copy.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Banner with the outcome of a contact message, above the buttons. */
function ContactOutcome(props: {
  readonly isSent: boolean;
  readonly failure: ContactFailure | null;
}) {
  const sent = useRef<HTMLDivElement>(null);
  // The submit button lost the focus while the message was being sent.
  useEffect(() => {
    if (props.isSent) sent.current?.focus();
  }, [props.isSent]);
  if (props.isSent) {
    return (
      <div className="banner banner--ok" role="status" tabIndex={-1} ref={sent}>
        <Icon name="check" />
        <p>{contactSentText}</p>
      </div>
    );
  }
  if (props.failure === null) return null;
  return (
    <div className="banner banner--error" role="alert">
      <Icon name="warning" />
      <p>{contactFailureTexts[props.failure]}</p>
    </div>
  );
}
