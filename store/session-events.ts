/** What the session tells the store: past-tense facts, never tokens. */
import { createAction } from '@reduxjs/toolkit';

export const sessionStarted = createAction<{ readonly uid: string }>('session/started');
export const sessionEnded = createAction('session/ended');
