/** Sends contact messages with EmailJS. Its SDK is loaded when the user starts to write. */
import type { ClientConfig } from '#contract/client-config.ts';
import type { ContactDraft } from '#machines/contact-modal.machine.ts';
import { isLimitReached, recordSent } from './contact-rate-limit.ts';

export interface ContactMail {
  /** Preloads the SDK. */
  prepare(): void;
  /**
   * Resolves once EmailJS has accepted the message.
   * @throws with `code` `too-many` or `trapped` when nothing was sent; else what the SDK rejects with: an HTTP status or
   * a network error. The form shows one text for all of those.
   */
  send(draft: ContactDraft): Promise<void>;
}

type Sdk = typeof import('@emailjs/browser');

/** The SDK reads `localStorage` while it loads, which throws where the browser forbids storage: there it sees none. */
async function importSdk(): Promise<Sdk> {
  try {
    void window.localStorage;
  } catch {
    Object.defineProperty(window, 'localStorage', { configurable: true, value: undefined });
  }
  return import('@emailjs/browser');
}

export function createContactMail({
  emailjs: account,
}: Pick<ClientConfig, 'emailjs'>): ContactMail {
  const load = async (): Promise<Sdk> => {
    const sdk = await importSdk();
    // Without an origin the SDK uses the hosted service.
    sdk.init({ publicKey: account.publicKey }, account.origin ?? undefined);
    return sdk;
  };
  return {
    prepare() {
      // A failed load is retried, and reported, by send().
      load().catch(() => {});
    },
    async send(draft) {
      if (draft.honeypot !== '') throw codedError('trapped');
      if (isLimitReached(Date.now())) throw codedError('too-many');
      const sdk = await load();
      await sdk.send(account.serviceId, account.templateId, {
        from_name: draft.name.trim(),
        from_email: draft.email.trim(),
        subject: draft.subject.trim(),
        message: draft.message.trim(),
        priority: draft.priority,
        to_email: account.toEmail,
      });
      recordSent(Date.now());
    },
  };
}

const codedError = (code: 'trapped' | 'too-many') => Object.assign(new Error(code), { code });
