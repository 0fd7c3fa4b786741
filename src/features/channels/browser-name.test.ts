import { expect, it } from 'vitest';
import { channelsCopy } from '#src/copy/channels.ts';
import { browserName } from './browser-name.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit';

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36',
    'Chrome en Linux',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
    'Chrome en Android',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge en Windows'],
  [`${mac}/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`, 'Safari en Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Linux'],
  ['curl/8', channelsCopy.kinds.push],
])('%s is %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
