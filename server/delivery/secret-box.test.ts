import { expect, it } from 'vitest';
import { openSettings, SettingsUnreadableError, sealSettings } from './secret-box.ts';

const current = 'el-secreto-de-ahora-0123456789abcdef';
const previous = 'el-secreto-de-antes-0123456789abcdef';
const settings = { url: 'https://example.com/abcdef', secret: 'whsec_abc' };

it('opens what it sealed, and shows nothing of it', () => {
  const sealed = sealSettings(settings, 'channel-1', [current]);
  expect(openSettings(sealed, 'channel-1', [current])).toEqual(settings);
  expect(sealed.toString('latin1')).not.toContain('whsec');
  expect(sealSettings(settings, 'channel-1', [current])).not.toEqual(sealed);
});

it('opens with the previous secret what was sealed before a rotation, and not after two', () => {
  const sealed = sealSettings(settings, 'channel-1', [previous]);
  expect(openSettings(sealed, 'channel-1', [current, previous])).toEqual(settings);
  expect(() => openSettings(sealed, 'channel-1', [current])).toThrow(SettingsUnreadableError);
});

it('opens in no other row, and not when a byte was changed', () => {
  const sealed = sealSettings(settings, 'channel-1', [current]);
  expect(() => openSettings(sealed, 'channel-2', [current])).toThrow(SettingsUnreadableError);
  for (const at of [0, 12, 28, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => openSettings(changed, 'channel-1', [current])).toThrow(SettingsUnreadableError);
  }
  expect(() => openSettings(sealed.subarray(0, 20), 'channel-1', [current])).toThrow();
});
