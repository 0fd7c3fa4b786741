/** All machines' test models. */
import type { Model } from '../support/model.ts';
import { authSession } from './auth-session.ts';
import { contactModal } from './contact-modal.ts';
import { delivery } from './delivery.ts';
import { liveFeed } from './live-feed.ts';
import { onboarding } from './onboarding.ts';
import { passwordReset } from './password-reset.ts';
import { subscription } from './subscription.ts';

export const models: readonly Model[] = [
  authSession,
  passwordReset,
  contactModal,
  onboarding,
  liveFeed,
  subscription,
  delivery,
];
