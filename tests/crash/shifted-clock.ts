/** Loaded with `node --import` before the program: shifts the process's clock by CLOCK_SHIFT_MS from the start. */
const shift = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const RealDate = Date
const now = () => RealDate.now() + shift

globalThis.Date = new Proxy(RealDate, {
	apply: (target) => new target(now()).toString(),
	construct: (target, args: [], newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
	get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
})
