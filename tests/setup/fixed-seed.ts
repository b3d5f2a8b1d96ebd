import fc from 'fast-check'

/** Random inputs are the same in every run. `FUZZ_SEED=random` uses new ones; a failed run prints its seed, to set here. */
const given = process.env['FUZZ_SEED'] ?? '20261124'
const seed = given === 'random' ? Date.now() % 2 ** 31 : Number(given)
if (!Number.isInteger(seed)) throw new Error('FUZZ_SEED: a whole number or "random"')
if (given === 'random') process.stdout.write(`FUZZ_SEED=${seed}\n`)

fc.configureGlobal({ seed })
