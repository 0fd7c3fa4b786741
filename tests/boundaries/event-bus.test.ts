/** The event bus over PostgreSQL meets the contract. */
import { postgresBus } from '#tests/support/event-bus.ts';
import { describeEventBus } from './event-bus.contract.ts';

describeEventBus('PostgreSQL', async (databaseUrl) => postgresBus(databaseUrl));
