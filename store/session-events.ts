/** Actions that report session changes to the store; they never carry tokens. */
import { createAction } from '@reduxjs/toolkit';

export const sessionStarted = createAction<{ readonly uid: string }>('session/started');
export const sessionEnded = createAction('session/ended');
