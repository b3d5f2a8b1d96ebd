import { test as base, expect, type APIRequestContext, type Page } from '@playwright/test'
import { randomInt, randomUUID } from 'node:crypto'

import type { OutboxEntry } from '#contracts/outbox.ts'

/** An address of the documentation ranges, another for each test: limits per address then count one visitor. */
const visitorAddress = () => `198.18.${randomInt(0, 256)}.${randomInt(1, 255)}`

/** Browser messages that a page may cause by doing what it should, such as asking for a page that does not exist. */
const EXPECTED_CONSOLE = /Failed to load resource|ERR_INTERNET_DISCONNECTED|\[journey expects\]/

type Fixtures = {
	/** A fresh mailbox address of this test. */
	email: string
	/** Newest outbox message to an address; waits until there is one. */
	mail: (to: string, subject?: RegExp) => Promise<OutboxEntry>
	/** Uncaught errors and console errors of every page of the test; asserted empty at the end. */
	pageErrors: string[]
}

export const test = base.extend<Fixtures>({
	extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': visitorAddress() }),
	email: async ({}, use) => use(`learner-${randomUUID().slice(0, 12)}@example.com`),
	mail: async ({ request }, use) => use((to, subject) => waitForMail(request, to, subject)),
	pageErrors: [
		async ({ context }, use) => {
			const errors: string[] = []
			context.on('weberror', (error) => errors.push(String(error.error())))
			context.on('console', (message) => {
				if (message.type() === 'error' && !EXPECTED_CONSOLE.test(message.text())) errors.push(message.text())
			})
			await use(errors)
			expect(errors, 'errors in the browser console').toEqual([])
		},
		{ auto: true },
	],
})

export { expect }

async function waitForMail(request: APIRequestContext, to: string, subject = /./): Promise<OutboxEntry> {
	let found: OutboxEntry | undefined
	await expect
		.poll(
			async () => {
				const response = await request.get(`/dev/outbox.json?to=${encodeURIComponent(to)}`)
				const entries = (await response.json()) as OutboxEntry[]
				found = entries.find((entry) => subject.test(entry.subject))
				return found !== undefined
			},
			{ message: `a message to ${to} with subject ${subject}` },
		)
		.toBe(true)
	return found!
}

/** The six-digit code in a message. */
export const codeIn = (message: OutboxEntry): string => /\b\d{6}\b/.exec(message.body)![0]

/** Waits until React has taken over the page, so that a click reaches a handler. */
export async function hydrated(page: Page): Promise<void> {
	await page.waitForFunction(() => document.documentElement.dataset['hydrated'] === 'true')
}
