import { defineConfig } from '@playwright/test'
import { randomUUID } from 'node:crypto'

const PORT = Number(process.env.E2E_PORT ?? 3199)
const origin = `http://localhost:${PORT}`
// The journeys go through a proxy, as visitors do; the workers inherit this token to read the mail despite it.
process.env.SANDBOX_TOKEN ??= randomUUID()

// Chromium's own background traffic is switched off: the journeys must pass on a machine without a network.
const launchFlags = [
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
]

export default defineConfig({
	testDir: 'tests/e2e',
	testMatch: '**/*.test.ts',
	workers: 2,
	fullyParallel: true,
	forbidOnly: true,
	retries: 0,
	timeout: 60_000,
	expect: { timeout: 10_000 },
	outputDir: 'test-results',
	reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
	use: {
		baseURL: origin,
		viewport: { width: 1280, height: 900 },
		trace: 'retain-on-failure',
		launchOptions: {
			executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
			args: process.getuid?.() === 0 ? [...launchFlags, '--no-sandbox'] : launchFlags,
		},
	},
	webServer: {
		command: `${process.execPath} server/main.ts`,
		url: `${origin}/api/health`,
		reuseExistingServer: false,
		timeout: 60_000,
		gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
		stdout: 'ignore',
		env: {
			PORT: String(PORT),
			// Emptied with the rest of the folder when the next run begins.
			DATA_DIR: 'test-results/data',
			LOG_LEVEL: 'warn',
			// Each test calls from its own address, so that the limits per address stay on and do not mix tests.
			TRUSTED_PROXY_HOPS: '1',
			SANDBOX_TOKEN: process.env.SANDBOX_TOKEN,
			// A journey signs in twice within a minute; the minute between two mails has its own test in tests/wire.
			GOTRUE_SMTP_MAX_FREQUENCY: '1',
			// This many sign-ups in a few minutes would need a proof of work; that has its own journey.
			GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000',
			// For the journey of an application that asks a learner for access.
			GOTRUE_OAUTH_SERVER_ENABLED: 'true',
			GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true',
		},
	},
})
