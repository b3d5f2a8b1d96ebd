import { defineConfig } from '@playwright/test'
import { randomUUID } from 'node:crypto'

import { chromiumFlags } from './scripts/chromium-flags.ts'
import { isLong, LONG } from './tests/setup/long-tests.ts'

const PORT = Number(process.env.E2E_PORT ?? 3199)
const origin = `http://localhost:${PORT}`
// The journeys go through a proxy, like visitors; the workers inherit this token to read emails anyway.
process.env.SANDBOX_TOKEN ??= randomUUID()

export default defineConfig({
	testDir: 'tests/e2e',
	testMatch: '**/*.test.ts',
	...(!isLong && { grepInvert: new RegExp(LONG) }),
	// Two workers keep two processors busy only until one of them waits for the network to be idle. Four aren't faster.
	workers: 3,
	fullyParallel: true,
	forbidOnly: true,
	retries: 0,
	// Reached only on failure; publishing on a busy machine takes more than ten seconds.
	timeout: 300_000,
	expect: { timeout: 60_000 },
	outputDir: 'test-results',
	reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
	use: {
		baseURL: origin,
		// A page that never finishes loading fails with its URL, instead of with the time limit of the whole test.
		navigationTimeout: 120_000,
		viewport: { width: 1280, height: 900 },
		// Records actions without screenshots and DOM snapshots, which take a quarter of the time of all journeys. `--trace on`
		// adds them. No journey has another setting: Playwright would start a new worker and browser for it.
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
		// Reached only if the server doesn't start; a busy machine needs more than a minute.
		timeout: 300_000,
		gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
		stdout: 'ignore',
		env: {
			// No backups, and pages are rendered at the first request instead of at the start.
			NODE_ENV: 'test',
			PORT: String(PORT),
			// Appointed at startup: the console's journey follows the emailed link.
			OPERATOR_EMAIL: 'operator@academy.test',
			// Cleared with the rest of the folder at the start of the next run.
			DATA_DIR: 'test-results/data',
			LOG_LEVEL: 'warn',
			// Each test calls from a separate address, so that the limits per address stay on and don't affect other tests.
			TRUSTED_PROXY_HOPS: '1',
			SANDBOX_TOKEN: process.env.SANDBOX_TOKEN,
			// A journey signs in twice within a minute; the minimum interval between two emails is tested in tests/wire.
			GOTRUE_SMTP_MAX_FREQUENCY: '1',
			// This many sign-ups within minutes would require a proof of work, which has its own journey.
			GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000',
			// For the journey in which an application asks a learner for access.
			GOTRUE_OAUTH_SERVER_ENABLED: 'true',
			GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true',
		},
	},
})
