/** EmailJS as the way to support. Its SDK is fetched when someone begins to write. */
import type { ClientConfig } from '#contract/client-config.ts';
import type { ContactDraft } from '#machines/contact-modal.machine.ts';
import { isLimitReached, recordSent } from './contact-rate-limit.ts';

export interface ContactMail {
  /** Fetches the SDK, so that sending need not wait for it. */
  prepare(): void;
  /**
   * Resolves once EmailJS has taken the message.
   * @throws with `code` `too-many` or `trapped` when nothing was sent; else whatever the SDK rejects with, a status
   * (451, 403, 429…) or the network's error, which nobody tells apart (specification, section 8)
   */
  send(draft: ContactDraft): Promise<void>;
}

type Sdk = typeof import('@emailjs/browser');

export function createContactMail({
  emailjs: account,
}: Pick<ClientConfig, 'emailjs'>): ContactMail {
  const load = async (): Promise<Sdk> => {
    const sdk = await import('@emailjs/browser');
    // Without an origin it talks to the hosted service.
    sdk.init({ publicKey: account.publicKey }, account.origin ?? undefined);
    return sdk;
  };
  return {
    prepare() {
      // Offline it is fetched again, and its absence told, when the message is sent.
      load().catch(() => {});
    },
    async send(draft) {
      if (draft.trap !== '') throw refusal('trapped');
      if (isLimitReached(Date.now())) throw refusal('too-many');
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

const refusal = (code: 'trapped' | 'too-many') => Object.assign(new Error(code), { code });
