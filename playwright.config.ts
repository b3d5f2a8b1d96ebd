import { defineConfig } from '@playwright/test'
import { randomUUID } from 'node:crypto'

import { chromiumFlags } from './scripts/chromium-flags.ts'
import { isLong, LONG } from './tests/setup/long-tests.ts'

const PORT = Number(process.env.E2E_PORT ?? 3199)
const origin = `http://localhost:${PORT}`
// The journeys go through a proxy, as visitors do; the workers inherit this token to read the mail despite it.
process.env.SANDBOX_TOKEN ??= randomUUID()

export default defineConfig({
	testDir: 'tests/e2e',
	testMatch: '**/*.test.ts',
	...(!isLong && { grepInvert: new RegExp(LONG) }),
	// Two keep two processors busy only until one of them waits for a page to be quiet.
	workers: 3,
	fullyParallel: true,
	forbidOnly: true,
	retries: 0,
	// Only a failure takes this long; publishing on a busy machine needs more than ten seconds.
	timeout: 300_000,
	expect: { timeout: 60_000 },
	outputDir: 'test-results',
	reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
	use: {
		baseURL: origin,
		viewport: { width: 1280, height: 900 },
		// Records actions, without pictures and copies of the page at each step: those cost a quarter of all journeys. `--trace on` has them.
		trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
		screenshot: 'only-on-failure',
		launchOptions: {
			executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
			args: chromiumFlags,
		},
	},
	webServer: {
		command: `${process.execPath} server/main.ts`,
		url: `${origin}/readyz`,
		reuseExistingServer: false,
		// Only a server that does not start takes this long; a busy machine needs more than a minute.
		timeout: 300_000,
		gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
		stdout: 'ignore',
		env: {
			PORT: String(PORT),
			// Appointed at the start: the console's journey follows the mailed link.
			OPERATOR_EMAIL: 'operator@academy.test',
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
