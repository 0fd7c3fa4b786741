/** Program: forwards TCP connections; run inside a network namespace. Arguments: its host and port, the target's host and port. */
import { connect, createServer } from 'node:net';

const [host, port, targetHost, targetPort] = process.argv.slice(2);

createServer((client) => {
  const upstream = connect(Number(targetPort), targetHost);
  client.pipe(upstream);
  upstream.pipe(client);
  for (const [socket, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    socket.on('error', () => {});
    socket.on('close', () => other.destroy());
  }
}).listen(Number(port), host, () => process.stdout.write('listening\n'));
