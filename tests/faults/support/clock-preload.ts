/** Loaded before everything else (`--import`): at each SIGUSR2 the wall clock takes the next step of CLOCK_STEPS_MS. */
const steps = (process.env.CLOCK_STEPS_MS ?? '').split(',').map(Number);
const TrueDate = Date;
let aheadMs = 0;

class StridingDate extends TrueDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(StridingDate.now());
    else super(...(given as [string]));
  }
  static override now(): number {
    return TrueDate.now() + aheadMs;
  }
}

Object.assign(globalThis, { Date: StridingDate });
process.on('SIGUSR2', () => {
  aheadMs += steps.shift() ?? 0;
  process.stdout.write(`clock ahead by ${aheadMs} ms\n`);
});
