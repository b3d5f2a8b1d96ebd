import { test as base, expect, type APIRequestContext, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'

import { SANDBOX_TOKEN_HEADER, type OutboxEntry } from '#contracts/outbox.ts'

import { printOwnLog } from './own-server.ts'

const TESTS_OF_A_WORKER = 1000
let visitors = 0

/** Returns a different test address (RFC 2544) for each test, so that limits per address count one visitor. */
function visitorAddress(worker: number): string {
	const place = (worker + 1) * TESTS_OF_A_WORKER + (visitors += 1)
	return `198.${18 + Math.floor(place / 62_500)}.${Math.floor(place / 250) % 250}.${(place % 250) + 1}`
}

/** The browser logs each response of 400 and above; a journey asserts what the page shows. */
const BROWSER_NOTICE = /^Failed to load resource/

type Fixtures = {
	/** A fresh email address for this test. */
	email: string
	/** Waits for a message to an address and returns the newest one created after `since`. */
	mail: (to: string, subject?: RegExp, since?: Date) => Promise<OutboxEntry>
	/** Creates an account for `email` with the mailed link, and leaves `page` signed in on the dashboard. */
	signUp: () => Promise<void>
	/** Expects a console error that matches; any other fails the test. */
	expectConsole: (expected: RegExp) => void
	/** Collects uncaught errors and console errors of all pages; asserted at the end. */
	pageErrors: { seen: string[]; expected: RegExp[] }
}

export const test = base.extend<Fixtures>({
	extraHTTPHeaders: async ({}, use, { workerIndex }) =>
		use({ 'X-Forwarded-For': visitorAddress(workerIndex), [SANDBOX_TOKEN_HEADER]: process.env.SANDBOX_TOKEN! }),
	email: async ({}, use) => use(`learner-${randomUUID().slice(0, 12)}@example.com`),
	mail: async ({ request }, use) => use((to, subject, since) => waitForMail(request, { to, subject, since })),
	signUp: async ({ page, request, email, mail }, use) =>
		use(async () => {
			await request.post('/auth/v1/otp', { data: { email, create_user: true } })
			await followLink(page, await mail(email))
			await expect(page).toHaveURL('/dashboard')
		}),
	expectConsole: async ({ pageErrors }, use) => use((expected) => pageErrors.expected.push(expected)),
	pageErrors: [
		async ({ context }, use, testInfo) => {
			const errors = { seen: [] as string[], expected: [BROWSER_NOTICE] }
			context.on('weberror', (error) => errors.seen.push(String(error.error())))
			context.on('console', (message) => {
				if (message.type() === 'error') errors.seen.push(message.text())
			})
			await use(errors)
			const unexpected = errors.seen.filter((text) => !errors.expected.some((pattern) => pattern.test(text)))
			if (unexpected.length > 0 || testInfo.status !== testInfo.expectedStatus) printOwnLog()
			expect(unexpected, 'errors in the browser console').toEqual([])
		},
		{ auto: true },
	],
})

export { expect }

/** Waits for hydration. Before it, the browser itself submits forms, and keys handled only by our code are lost. */
export const hydrated = (page: Page) =>
	page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')))

type Wanted = { to: string; subject?: RegExp | undefined; since?: Date | undefined }

async function waitForMail(request: APIRequestContext, { to, subject = /./, since = new Date(0) }: Wanted): Promise<OutboxEntry> {
	let found: OutboxEntry | undefined
	await expect
		.poll(
			async () => {
				const response = await request.get(`/dev/outbox.json?to=${encodeURIComponent(to)}`)
				const entries = (await response.json()) as OutboxEntry[]
				found = entries.find((entry) => subject.test(entry.subject) && new Date(entry.created_at) > since)
				return found !== undefined
			},
			{ message: `a message to ${to} with subject ${subject}` },
		)
		.toBe(true)
	return found!
}

/** Opens a message's sign-in link and clicks its button: opening the link must not use it up. */
export async function followLink(page: Page, message: OutboxEntry): Promise<void> {
	const link = new URL(/https?:\/\/\S+\/auth\/callback\?\S+/.exec(message.body)![0])
	await page.goto(link.pathname + link.search)
	await page
		.getByRole('main')
		.getByRole('button', { name: /^(Sign in|Continue)$/ })
		.click()
}

/** Returns the six-digit code in a message. */
export const codeIn = (message: OutboxEntry): string => /\b\d{6}\b/.exec(message.body)![0]
