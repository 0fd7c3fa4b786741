/** Users `u0`, `u1`… with a confirmed address, checked every second. */
export async function storeUsers(
  query: (text: string, values: unknown[]) => Promise<unknown>,
  count: number,
): Promise<void> {
  await query(
    `insert into users (uid, email, username, email_confirmed_at, frecuencia)
     select 'u' || n, 'u' || n || '@correo.example', 'Vigilante', now(), 1
       from generate_series(0, $1 - 1) n`,
    [count],
  );
}
