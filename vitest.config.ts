import { defineConfig } from 'vitest/config'

export default defineConfig({
	test: {
		projects: [
			// Pure code: no database is started for it, so that `npm run check` has the answer in a second.
			{
				test: {
					name: 'rules',
					environment: 'node',
					isolate: false,
					include: ['{domain,contracts}/**/*.test.ts'],
					testTimeout: 60_000,
				},
			},
			{
				test: {
					name: 'server',
					environment: 'node',
					isolate: false,
					include: ['{content,server,scripts}/**/*.test.ts', 'tests/{wire,setup,crash}/**/*.test.ts'],
					globalSetup: ['tests/setup/template-database.ts'],
					testTimeout: 60_000,
				},
			},
			{
				test: {
					name: 'app',
					environment: 'happy-dom',
					include: ['app/**/*.test.{ts,tsx}', 'scripts/templates/**/*.test.tsx'],
					testTimeout: 60_000,
				},
			},
		],
	},
})
