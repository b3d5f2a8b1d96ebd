import { defineConfig } from 'vitest/config'

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: 'server',
					environment: 'node',
					isolate: false,
					include: ['{domain,contracts,content,server,scripts}/**/*.test.ts', 'tests/{wire,setup}/**/*.test.ts'],
					globalSetup: ['tests/setup/template-database.ts'],
					testTimeout: 20_000,
				},
			},
			{
				test: {
					name: 'app',
					environment: 'happy-dom',
					include: ['app/**/*.test.{ts,tsx}'],
				},
			},
		],
	},
})
