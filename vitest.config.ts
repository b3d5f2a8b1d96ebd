import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

import { isLong } from './tests/setup/long-tests.ts'
import { SlowFirst } from './tests/setup/slow-first.ts'

// Checks the project itself, without content edited on this machine.
process.env.CONTENT_DIR ??= 'node_modules/.cache/no-edited-content'

// Some tests start whole servers; on a busy machine that takes long, and they do not check time.
const SLOW_MACHINE_MS = 180_000

/** For `expect.poll`; for `vi.waitFor` see tests/setup/patience.ts. */
const PATIENT = { poll: { timeout: 90_000 } }

const SETUP = ['tests/setup/fixed-seed.ts', 'tests/setup/patience.ts']

/** Vitest leaves one processor free, which on two means one file at a time. Of three, one may wait for the database, a timer or a process. */
const FILES_AT_ONCE = Math.max(3, availableParallelism() - 1)

/** Crash drills take minutes, so `npm test` leaves them to `npm run test:long`. */
const LONG = isLong ? [] : ['tests/crash/**']

export default defineConfig({
	test: {
		maxWorkers: FILES_AT_ONCE,
		sequence: { sequencer: SlowFirst },
		projects: [
			// Pure code: no database is started for it, so that `npm run check` takes a second.
			{
				test: {
					name: 'rules',
					environment: 'node',
					isolate: false,
					setupFiles: SETUP,
					expect: PATIENT,
					include: ['{domain,contracts}/**/*.test.ts'],
					testTimeout: SLOW_MACHINE_MS,
				},
			},
			{
				test: {
					name: 'server',
					environment: 'node',
					isolate: false,
					include: [
						'{content,server,scripts}/**/*.test.ts',
						'tests/{wire,plugins,console,setup,crash,promises,releases,verify}/**/*.test.ts',
					],
					exclude: LONG,
					setupFiles: [...SETUP, 'tests/setup/cheap-passwords.ts'],
					expect: PATIENT,
					globalSetup: ['tests/setup/template-database.ts'],
					testTimeout: SLOW_MACHINE_MS,
				},
			},
			{
				test: {
					name: 'app',
					// The DOM is loaded once per worker; the setup file gives each test file a fresh page.
					environment: 'node',
					isolate: false,
					setupFiles: [...SETUP, 'tests/setup/fresh-page.ts'],
					expect: PATIENT,
					include: ['app/**/*.test.{ts,tsx}'],
					testTimeout: SLOW_MACHINE_MS,
				},
			},
		],
	},
})
