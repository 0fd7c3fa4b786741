/** Contact form machine with its mail service. Outside React: sending goes on after the screen is left. */
import { createActor, fromPromise } from 'xstate';
import type { ClientConfig } from '#contract/client-config.ts';
import { contactProblems } from '#domain/contact.ts';
import { contactModalMachine } from '#machines/contact-modal.machine.ts';
import { contactFailureTexts, contactSentText } from '#src/copy/contact.ts';
import type { ActorEnvironment, ShowToast } from '#src/features/session/session-context.ts';
import { createContactMail } from '#src/services/contact-mail.ts';

export type StartedContactActor = ReturnType<typeof startContactActor>;

export function startContactActor(
  config: ClientConfig,
  showToast: ShowToast,
  actorEnvironment: ActorEnvironment,
) {
  const mail = createContactMail(config);
  return createActor(
    contactModalMachine.provide({
      actors: { sendMessage: fromPromise(({ input }) => mail.send(input.draft)) },
      actions: {
        prepareSending: () => mail.prepare(),
        notifySent: () => showToast(contactSentText, 'success'),
        notifyFailed: (_, { failure }) => showToast(contactFailureTexts[failure], 'error'),
      },
      guards: {
        isValid: (_, { draft }) => Object.keys(contactProblems(draft)).length === 0,
      },
    }),
    actorEnvironment,
  ).start();
}
