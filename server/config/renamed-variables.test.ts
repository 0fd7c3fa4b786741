import { expect, it } from 'vitest';
import { renamedVariables, renameVariables } from './renamed-variables.ts';

it('takes the value of an old name and says what it is called now', () => {
  const { env, warnings } = renameVariables({ LIVE_STREAMS: '5', PORT: '80' });
  expect(env).toEqual({ MAX_LIVE_STREAMS: '5', PORT: '80' });
  expect(warnings).toEqual([
    'LIVE_STREAMS ahora se llama MAX_LIVE_STREAMS; el nombre antiguo dejará de valer.',
  ]);
});

it('goes by the new name where both are set', () => {
  const { env, warnings } = renameVariables({ LIVE_STREAMS: '5', MAX_LIVE_STREAMS: '6' });
  expect(env).toEqual({ MAX_LIVE_STREAMS: '6' });
  expect(warnings).toHaveLength(1);
});

it('never gives a new name that is itself an old one', () => {
  const olds = Object.keys(renamedVariables);
  expect(Object.values(renamedVariables).filter((name) => olds.includes(name))).toEqual([]);
});
