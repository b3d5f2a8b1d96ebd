import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

import { isLong } from './tests/setup/long-tests.ts'
import { SlowFirst } from './tests/setup/slow-first.ts'

// Checks the project itself, ignoring content edited on this machine.
process.env.CONTENT_DIR ??= 'node_modules/.cache/no-edited-content'

// Some tests start whole servers, which takes long on a busy machine; no test asserts durations.
const SLOW_MACHINE_MS = 600_000

/** For `expect.poll`; tests/setup/patience.ts sets that of `vi.waitFor`. */
const PATIENT = { poll: { timeout: 90_000 } }

const SETUP = ['tests/setup/fixed-seed.ts', 'tests/setup/patience.ts']

/**
 * By default, Vitest leaves one processor free: with two processors, files would run one at a time. Of three files, one may
 * wait for the database, a timer or a process.
 */
const FILES_AT_ONCE = Math.max(3, availableParallelism() - 1)

/** Loads packages as the server does. Vitest would load the Markdown packages' development builds, which take twice as long. */
const AS_SERVED = {
	name: 'as-served',
	configResolved({ ssr }: { ssr: { resolve: { conditions: string[] } } }) {
		ssr.resolve.conditions = ['node']
	},
}

/** Left to `npm run test:long`: what takes long and checks what rarely changes. CONTRIBUTING.md says what else is. */
const LONG = isLong
	? []
	: [
			'server/process/move-database.test.ts',
			'server/process/restart.test.ts',
			'tests/crash/**',
			'tests/promises/**',
			'tests/releases/make-fixture.test.ts',
			'tests/wire/own-database.test.ts',
		]

export default defineConfig({
	test: {
		maxWorkers: FILES_AT_ONCE,
		execArgv: [
			// Collecting garbage later and in larger steps takes a fifth less processor time.
			'--min-semi-space-size=32',
			'--max-semi-space-size=32',
			'--initial-old-space-size=1024',
			// Most functions run less often than in a server, so optimizing each later takes a twentieth less.
			'--invocation-count-for-maglev=1600',
			'--invocation-count-for-turbofan=12000',
		],
		sequence: { sequencer: SlowFirst },
		projects: [
			// Pure code: tests without a database, so that `npm run check` takes a second for them.
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
				plugins: [AS_SERVED],
				test: {
					name: 'server',
					environment: 'node',
					isolate: false,
					include: [
						'{content,server,scripts}/**/*.test.ts',
						'tests/{wire,plugins,console,setup,crash,promises,releases,verify}/**/*.test.ts',
					],
					exclude: LONG,
					setupFiles: [...SETUP, 'tests/setup/cheap-passwords.ts', 'tests/setup/patient-documents.ts'],
					expect: PATIENT,
					globalSetup: ['tests/setup/template-database.ts'],
					testTimeout: SLOW_MACHINE_MS,
				},
			},
			{
				test: {
					name: 'app',
					// The DOM is loaded once per worker; the setup file gives each test file a new page.
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
