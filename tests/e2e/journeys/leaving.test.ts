import type { APIRequestContext } from '@playwright/test'
import { TOTP } from 'otpauth'

import { expectNoFaults } from '#tests/e2e/setup/faults.ts'
import { codeIn, expect, followLink, test } from '#tests/e2e/setup/journey.ts'
import { readZip } from '#tests/setup/read-zip.ts'

test('a learner downloads both data exports, requests deletion of the account, and cancels it', async ({
	page,
	email,
	mail,
	request,
	signUp,
}) => {
	await signUp()
	await page.goto('/settings')
	const panel = page.getByRole('tabpanel', { name: 'Profile' })
	const save = async (format: string) => {
		const download = page.waitForEvent('download')
		await panel.getByRole('button', { name: `Export as ${format}` }).click()
		const parts: Buffer[] = []
		for await (const part of await (await download).createReadStream()) parts.push(part as Buffer)
		return Buffer.concat(parts)
	}
	expect(JSON.stringify(JSON.parse((await save('JSON')).toString()))).toContain(email)
	const files = readZip(await save('CSV'))
	expect(files.length).toBeGreaterThan(3)
	expect(files.filter(({ name }) => name.endsWith('.csv')).some(({ content }) => content.toString().includes(email))).toBe(true)

	const asked = new Date()
	await panel.getByRole('button', { name: 'Delete My Account' }).click()
	const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
	await expectNoFaults(page)
	await dialog.getByRole('button', { name: 'Delete My Account' }).click()
	await expect(page.getByText('You’re signed out').first()).toBeVisible()
	expect((await mail(email, /delet/i, asked)).body).toContain('to keep your account, sign in')

	const back = new Date()
	await request.post('/auth/v1/otp', { data: { email, create_user: false } })
	await followLink(page, await mail(email, /./, back))
	await expect(page).not.toHaveURL(/\/auth\/callback/)
	await page.goto('/settings')
	await expect(page.getByRole('status').filter({ hasText: /Your account will be deleted on/ })).toBeVisible()
	await page.getByRole('button', { name: 'Keep My Account' }).click()
	await expect(page.getByText('Nothing will be deleted')).toBeVisible()
	await expect(page.getByText(/Your account will be deleted on/)).toHaveCount(0)
})

/** Creates an account with an authenticator app and recovery codes through the API. */
async function withRecoveryCodes(request: APIRequestContext, { email, code }: { email: string; code: string }) {
	type Session = { access_token: string }
	let session: Session = await (await request.post('/auth/v1/verify', { data: { type: 'email', email, token: code } })).json()
	const call = async <T>(path: string, data: object = {}) => {
		const headers = { authorization: `Bearer ${session.access_token}` }
		return (await (await request.post(`/auth/v1${path}`, { data, headers })).json()) as T
	}
	const factor = await call<{ id: string; totp: { secret: string } }>('/factors', { factor_type: 'totp', friendly_name: 'My phone' })
	const challenge = await call<{ id: string }>(`/factors/${factor.id}/challenge`)
	const answer = { challenge_id: challenge.id, code: new TOTP({ secret: factor.totp.secret }).generate() }
	session = await call<Session>(`/factors/${factor.id}/verify`, answer)
	const { codes } = await call<{ codes: string[] }>('/factors/recovery-codes')
	return codes
}

test('a recovery code replaces the app once, and signing out other sessions ends the other browser', async ({
	page,
	email,
	mail,
	request,
	browser,
	baseURL,
}) => {
	await request.post('/auth/v1/otp', { data: { email, create_user: true } })
	const codes = await withRecoveryCodes(request, { email, code: codeIn(await mail(email)) })
	const signIn = async (on: typeof page, recoveryCode: string) => {
		const since = new Date()
		await expect(async () => expect((await request.post('/auth/v1/otp', { data: { email } })).status()).toBe(200)).toPass()
		await followLink(on, await mail(email, /./, since))
		await expect(on.getByRole('heading', { name: 'One more step' })).toBeVisible()
		await on.getByRole('button', { name: /recovery code/i }).click()
		await on.getByLabel('Recovery code').fill(recoveryCode)
		await on.getByRole('main').locator('form').getByRole('button').first().click()
	}
	await signIn(page, codes[0] ?? '')
	await expect(page).toHaveURL(/\/dashboard/)

	const context = await browser.newContext({ ...(baseURL && { baseURL }), extraHTTPHeaders: { 'X-Forwarded-For': '198.18.0.9' } })
	const other = await context.newPage()
	await signIn(other, codes[0] ?? '')
	await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()
	await expectNoFaults(other)
	await other.getByLabel('Recovery code').fill(codes[1] ?? '')
	await other.getByRole('main').locator('form').getByRole('button').first().click()
	await expect(other).toHaveURL(/\/dashboard/)

	await page.goto('/settings?tab=security')
	await page.getByRole('button', { name: 'Sign Out All Other Devices' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Sign Out Others' }).click()
	await expect(page.getByText('All other devices have been signed out')).toBeVisible()
	await other.goto('/settings?tab=security')
	await expect(other.getByRole('tabpanel', { name: 'Security' }).getByRole('listitem')).toHaveCount(0)
	await page.reload()
	await expect(page.getByText('This device')).toBeVisible()
	await context.close()
})
