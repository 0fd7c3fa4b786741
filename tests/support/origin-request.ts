/** `Request` that completes paths at the origin of the page, as a browser's does and Node's does not. */
import { vi } from 'vitest';

export const origin = 'https://vigia.example';

/** Completes a path. */
export const absolute = (input: string | URL | Request, base = origin) =>
  typeof input === 'string' ? new URL(input, base) : input;

/** Until the globals are restored. @returns the class, for code that is given requests */
export function stubRequest(base = origin): typeof Request {
  class OriginRequest extends Request {
    constructor(input: string | URL | Request, init?: RequestInit) {
      super(absolute(input, base), init);
    }
  }
  vi.stubGlobal('Request', OriginRequest);
  return OriginRequest;
}
