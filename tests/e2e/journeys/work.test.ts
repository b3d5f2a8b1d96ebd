import type { OutboxEntry } from '#contracts/outbox.ts'
import { codeIn, expect, test } from '#tests/e2e/setup/journey.ts'
import { createOwnServer } from '#tests/e2e/setup/own-server.ts'

/** Each caller another place, as behind a proxy. */
const from = (index: number) => ({ 'x-forwarded-for': `198.18.7.${index}`, 'content-type': 'application/json' })

test('while very many codes are asked for the page does the work by itself, and once they are used up it names another way in', async ({
	page,
	email,
}) => {
	test.setTimeout(120_000)
	const settings = { TRUSTED_PROXY_HOPS: '1', GOTRUE_RATE_LIMIT_EMAIL_SENT: '24' }
	const server = createOwnServer(Number(process.env.E2E_PORT ?? 3199) + 41, settings)
	const ask = (index: number) =>
		fetch(`${server.origin}/auth/v1/otp`, {
			method: 'POST',
			headers: from(index),
			body: JSON.stringify({ email: `stranger${index}@example.com` }),
		})
	try {
		await server.start()
		for (let index = 1; index <= 10; index += 1) expect((await ask(index)).status).toBe(200)
		expect((await ask(11)).status).toBe(400)

		const openSignup = async (address: string) => {
			await page.goto(`${server.origin}/signup`)
			const dialog = page.getByRole('dialog')
			await dialog.getByLabel('Name').fill('Ada Quill')
			await dialog.getByLabel(/e-?mail/i).fill(address)
			await dialog.getByRole('button', { name: 'Start Learning Free' }).click()
		}
		const welcome = page.getByRole('heading', { level: 1, name: /^Welcome/ })
		await openSignup(email)
		await expect(welcome).toBeVisible({ timeout: 30_000 })
		const outbox = await fetch(`${server.origin}/dev/outbox.json?to=${encodeURIComponent(email)}`)
		expect(codeIn(((await outbox.json()) as OutboxEntry[])[0]!)).toMatch(/^\d{6}$/)

		for (const other of ['two', 'three']) {
			await page.evaluate(() => [localStorage, sessionStorage].forEach((area) => area.clear()))
			await openSignup(`${other}-${email}`)
			await expect(welcome).toBeVisible({ timeout: 30_000 })
		}
		await page.evaluate(() => [localStorage, sessionStorage].forEach((area) => area.clear()))
		await openSignup(`four-${email}`)
		await expect(page.getByRole('alert').filter({ hasText: 'Sign in with your password or passkey' })).toBeVisible({ timeout: 30_000 })
	} finally {
		await server.remove()
	}
})
