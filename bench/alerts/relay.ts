/** An SMTP relay that keeps nothing, in a process of its own so that it is not what is measured. Tells its port. */
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
// Whoever hangs up at the end of the measurement is no failure.
server.on('error', () => {});
const listening = server.listen(0, '127.0.0.1', () => {
  const address = listening.address();
  if (address !== null && typeof address !== 'string') process.send?.(address.port);
});
process.on('disconnect', () => process.exit());
