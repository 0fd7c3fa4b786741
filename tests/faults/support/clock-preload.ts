/** Preload (`--import`) that replaces `Date`: each SIGUSR2 shifts the wall clock by the next step of CLOCK_STEPS_MS. */
const steps = (process.env.CLOCK_STEPS_MS ?? '').split(',').map(Number);
const TrueDate = Date;
let aheadMs = 0;

class ShiftedDate extends TrueDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(ShiftedDate.now());
    else super(...(args as [string]));
  }
  static override now(): number {
    return TrueDate.now() + aheadMs;
  }
}

Object.assign(globalThis, { Date: ShiftedDate });
process.on('SIGUSR2', () => {
  aheadMs += steps.shift() ?? 0;
  process.stdout.write(`clock ahead by ${aheadMs} ms\n`);
});
