import { defineConfig } from 'vitest/config'

const tests = process.env['MUTATE_TESTS']?.split(',') ?? []

/** Tests that `npm run mutate` repeats for each change; those outside `domain/` get a database. */
export default defineConfig({
	test: {
		include: tests,
		...(!tests.every((test) => test.startsWith('domain/')) && { globalSetup: ['tests/setup/template-database.ts'] }),
		isolate: false,
		testTimeout: 60_000,
	},
})
