/** Reports the end of a session to the store. */
import { createAction } from '@reduxjs/toolkit';

export const sessionEnded = createAction('session/ended');
