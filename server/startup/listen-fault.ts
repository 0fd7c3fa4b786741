/** What is wrong with HOST or PORT, found by listening. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from './start-fault.ts';

/** @returns a StartError for what another HOST or PORT would mend, else the error itself */
export function listenFault(
  cause: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `El puerto ${port} está ocupado: libéralo o elige otro con PORT.`,
    EACCES: `No hay permiso para abrir el puerto ${port}: elige otro con PORT.`,
    EADDRNOTAVAIL: `Esta máquina no tiene la dirección ${host}: elige otra con HOST.`,
    ENOTFOUND: `Esta máquina no conoce el nombre ${host}: elige otro con HOST.`,
    EAI_AGAIN: `Esta máquina no conoce el nombre ${host}: elige otro con HOST.`,
  };
  const sentence = sentences[code];
  return sentence === undefined ? cause : new StartError(sentence, { cause });
}

/** Before anything else starts: `localhost` is both addresses. @throws StartError */
export async function assertPortFree(port: number): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const probe = createServer();
    probe.listen(port, host);
    try {
      await once(probe, 'listening');
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? cause.code : null;
      // A machine without IPv6 has no ::1.
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') continue;
      throw listenFault(cause, { host, port });
    }
    await new Promise((done) => probe.close(done));
  }
}
