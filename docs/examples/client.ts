/** Vigía from a program: pauses the alert rules of a match, and says which they were. */
const { VIGIA_URL = '', VIGIA_KEY = '' } = process.env;
const [match = ''] = process.argv.slice(2);

async function api(method: string, path: string, body?: object) {
  const response = await fetch(`${VIGIA_URL}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${VIGIA_KEY}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status}: ${answer.error}`);
  return answer;
}

const { items } = await api('GET', `users/thresholds?match=${match}&sort=distance`);
for (const { id } of items) await api('PATCH', `users/thresholds/${id}`, { pause: 'user' });
console.log(items.map(({ id }: { id: string }) => id).join('\n'));
