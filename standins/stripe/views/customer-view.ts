/** Customers, payment methods and setup intents in the API's format: what Vigía reads of them. */
import type { Customer, PaymentMethod, SetupIntent } from '../state/records.ts';

export function customerView(customer: Customer) {
  if (customer.deleted) return { id: customer.id, object: 'customer', deleted: true };
  return {
    id: customer.id,
    object: 'customer',
    balance: customer.balance,
    created: customer.created,
    currency: 'eur',
    description: customer.description,
    email: customer.email,
    invoice_settings: { default_payment_method: customer.defaultPaymentMethod },
    livemode: false,
    metadata: customer.metadata,
    name: customer.name,
  };
}

export const paymentMethodView = (method: PaymentMethod) => ({
  id: method.id,
  object: 'payment_method',
  billing_details: { email: method.email, name: method.name },
  card: {
    brand: method.brand,
    exp_month: method.expMonth,
    exp_year: method.expYear,
    last4: method.last4,
  },
  created: method.created,
  customer: method.customer,
  livemode: false,
  type: 'card',
});

export const setupIntentView = (intent: SetupIntent) => ({
  id: intent.id,
  object: 'setup_intent',
  created: intent.created,
  customer: intent.customer,
  livemode: false,
  metadata: intent.metadata,
  payment_method: intent.paymentMethod,
  status: 'succeeded',
});
