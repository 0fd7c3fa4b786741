/** Registry of all machines by id, with the guards src/app provides; used by replay, diagrams and docs. */
import type { AnyStateMachine } from 'xstate';
import { contactProblems } from '#domain/contact.ts';
import { authSessionMachine } from '../auth-session.machine.ts';
import { contactModalMachine } from '../contact-modal.machine.ts';
import { deliveryMachine } from '../delivery.machine.ts';
import { liveFeedMachine } from '../live-feed.machine.ts';
import { onboardingMachine } from '../onboarding.machine.ts';
import { passwordResetMachine } from '../password-reset.machine.ts';
import { subscriptionMachine } from '../subscription.machine.ts';

const machines: readonly AnyStateMachine[] = [
  authSessionMachine,
  passwordResetMachine,
  contactModalMachine.provide({
    guards: { isValid: (_, { draft }) => Object.keys(contactProblems(draft)).length === 0 },
  }),
  onboardingMachine,
  liveFeedMachine,
  subscriptionMachine,
  deliveryMachine,
];

export const machinesById: ReadonlyMap<string, AnyStateMachine> = new Map(
  machines.map((machine) => [machine.id, machine]),
);
