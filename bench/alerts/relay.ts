/** SMTP server that discards every mail. A process of its own, so it is not measured; sends its port to the parent. */
import { SMTPServer } from 'smtp-server';

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData: (stream, _session, done) => {
    stream.resume();
    stream.on('end', () => done());
  },
});
// Connections reset at the end of the measurement are expected.
server.on('error', () => {});
const listening = server.listen(0, '127.0.0.1', () => {
  const address = listening.address();
  if (address !== null && typeof address !== 'string') process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
