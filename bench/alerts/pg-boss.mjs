// pg-boss as commonly used to send mails: one job per alert, fetched, handled and completed.
/** @returns null when pg-boss is not installed. @throws on any other import error */
export async function openQueue(databaseUrl, body) {
  const found = await import('../peers/node_modules/pg-boss/dist/index.js').catch((error) => {
    if (error?.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  });
  if (found === null) return null;
  const boss = new found.PgBoss({
    connectionString: databaseUrl,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  const name = 'alerts';
  await boss.createQueue(name);
  const data = { to: 'vigilante@correo.example', body };
  return {
    async insert(count) {
      await boss.insert(name, Array(count).fill({ data }));
    },
    async processBatch(limit, handle) {
      const jobs = await boss.fetch(name, { batchSize: limit });
      const ids = jobs.map(({ id }) => id);
      await Promise.all(ids.map(handle));
      if (ids.length > 0) await boss.complete(name, ids);
      return ids.length;
    },
    close: () => boss.stop({ graceful: false }),
  };
}
