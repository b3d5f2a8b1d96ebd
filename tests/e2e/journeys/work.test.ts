import type { Page } from '@playwright/test'

import { SANDBOX_TOKEN_HEADER, type OutboxEntry } from '#contracts/outbox.ts'
import { codeIn, expect, test } from '#tests/e2e/setup/journey.ts'
import { createOwnServer } from '#tests/e2e/setup/own-server.ts'
import { LONG } from '#tests/setup/long-tests.ts'

/** Requests each code from a different address, as behind a proxy. */
const askForCode = (origin: string, index: number) =>
	fetch(`${origin}/auth/v1/otp`, {
		method: 'POST',
		headers: { 'x-forwarded-for': `198.18.7.${index}`, 'content-type': 'application/json' },
		body: JSON.stringify({ email: `stranger${index}@example.com` }),
	})

async function sendSignup(page: Page, origin: string, address: string): Promise<void> {
	await page.goto(`${origin}/signup`)
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Name').fill('Ada Quill')
	await dialog.getByLabel(/e-?mail/i).fill(address)
	await dialog.getByRole('button', { name: 'Start Learning Free' }).click()
}

test(
	'under many code requests the page solves a proof of work, and with none left it names another sign-in method',
	{ tag: LONG },
	async ({ browser, email, extraHTTPHeaders }) => {
		const server = createOwnServer({
			TRUSTED_PROXY_HOPS: '1',
			GOTRUE_RATE_LIMIT_EMAIL_SENT: '30',
		})
		/** Uses a new browser: a reloaded sign-up would show its code field again. */
		const asNewVisitor = async (address: string, look: (page: Page) => Promise<void>) => {
			const context = await browser.newContext({ extraHTTPHeaders: extraHTTPHeaders! })
			const page = await context.newPage()
			await sendSignup(page, server.origin, address)
			await look(page)
			await context.close()
		}
		const seesCodeField = async (page: Page) => {
			await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
		}
		try {
			await server.start()
			for (let index = 1; index <= 10; index += 1) expect((await askForCode(server.origin, index)).status).toBe(200)
			expect((await askForCode(server.origin, 11)).status).toBe(400)

			await asNewVisitor(email, seesCodeField)
			const outbox = await fetch(`${server.origin}/dev/outbox.json?to=${encodeURIComponent(email)}`, {
				headers: { [SANDBOX_TOKEN_HEADER]: process.env.SANDBOX_TOKEN! },
			})
			expect(codeIn(((await outbox.json()) as OutboxEntry[])[0]!)).toMatch(/^\d{6}$/)
			await asNewVisitor(`two-${email}`, seesCodeField)
			await asNewVisitor(`three-${email}`, seesCodeField)

			await asNewVisitor(`four-${email}`, async (page) => {
				const refusal = page.getByRole('alert').filter({ hasText: 'Sign in with your password or passkey' })
				await expect(refusal).toBeVisible()
			})
		} finally {
			await server.remove()
		}
	},
)
