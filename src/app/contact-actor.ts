/** The contact form's flow with its mail service. Outside React, because a message on its way outlives the screen it was written on. */
import { createActor, fromPromise } from 'xstate';
import type { ClientConfig } from '#contract/client-config.ts';
import { contactProblems } from '#domain/contact.ts';
import { contactModalMachine } from '#machines/contact-modal.machine.ts';
import { contactFailures, contactSent } from '#src/copy/contact.ts';
import type { ActorEnvironment, ShowToast } from '#src/features/session/session-context.ts';
import { createContactMail } from '#src/services/contact-mail.ts';

export type ContactActor = ReturnType<typeof startContactActor>;

export function startContactActor(
  config: ClientConfig,
  showToast: ShowToast,
  surroundings: ActorEnvironment,
) {
  const mail = createContactMail(config);
  return createActor(
    contactModalMachine.provide({
      actors: { sendMessage: fromPromise(({ input }) => mail.send(input.draft)) },
      actions: {
        prepareSending: () => mail.prepare(),
        tellSent: () => showToast(contactSent, 'success'),
        tellFailed: (_, { failure }) => showToast(contactFailures[failure], 'error'),
      },
      guards: {
        isFit: (_, { draft }) => Object.keys(contactProblems(draft)).length === 0,
      },
    }),
    surroundings,
  ).start();
}
