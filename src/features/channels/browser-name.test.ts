import { expect, it } from 'vitest';
import { channelsCopy } from '#src/copy/channels.ts';
import { browserName } from './browser-name.ts';

const chrome = 'Chrome/150.0 Safari/537.36';

it.each([
  [`(X11; Linux x86_64) AppleWebKit/537.36 ${chrome}`, 'Chrome en Linux'],
  [`(Linux; Android 16) AppleWebKit/537.36 ${chrome}`, 'Chrome en Android'],
  [`(Windows NT 10.0) ${chrome} Edg/150.0`, 'Edge en Windows'],
  ['(Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15', 'Safari en Mac'],
  ['(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Linux'],
  ['curl/8', channelsCopy.kinds.push],
])('%s is %s', (userAgent, name) => {
  expect(browserName(`Mozilla/5.0 ${userAgent}`)).toBe(name);
});
