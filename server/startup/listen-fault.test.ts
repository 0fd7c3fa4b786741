import { Server } from 'node:net';
import { expect, it, vi } from 'vitest';
import { assertPortFree, listenFault } from './listen-fault.ts';
import { StartError } from './start-fault.ts';

const fault = (code: string) =>
  listenFault(Object.assign(new Error(code), { code }), { host: 'vigia.test', port: 3000 });

it.each([
  ['EADDRINUSE', 'El puerto 3000 está ocupado: libéralo o elige otro con PORT.'],
  ['EACCES', 'No hay permiso para abrir el puerto 3000: elige otro con PORT.'],
  ['EADDRNOTAVAIL', 'Esta máquina no tiene la dirección vigia.test: elige otra con HOST.'],
  ['ENOTFOUND', 'Esta máquina no conoce el nombre vigia.test: elige otro con HOST.'],
  ['EAI_AGAIN', 'Esta máquina no conoce el nombre vigia.test: elige otro con HOST.'],
])('%s: %s', (code, sentence) => {
  const found = fault(code);
  expect(found).toBeInstanceOf(StartError);
  expect(found).toMatchObject({ message: sentence });
});

it.each(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])(
  'a machine without IPv6, %s, needs IPv4 alone',
  async (code) => {
    const listened: unknown[] = [];
    const listen = vi.spyOn(Server.prototype, 'listen');
    listen.mockImplementation(function mocked(this: Server, _port: unknown, host: unknown) {
      listened.push(host);
      const isMissing = host === '::1';
      process.nextTick(() => {
        if (isMissing) this.emit('error', Object.assign(new Error(code), { code }));
        else this.emit('listening');
      });
      return this;
    });
    await assertPortFree(1);
    listen.mockRestore();
    expect(listened).toEqual(['127.0.0.1', '::1']);
  },
);
