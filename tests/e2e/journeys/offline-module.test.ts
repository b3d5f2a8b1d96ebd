import type { Browser, Page } from '@playwright/test'

import { expect, hydrated, test } from '#tests/e2e/setup/journey.ts'
import { createOwnServer, type OwnServer } from '#tests/e2e/setup/own-server.ts'
import { signInByPassword, signOut } from '#tests/e2e/setup/steps.ts'

const PASSWORD = 'a long enough password 7'
const LESSON = '/course/module1?section=value-mapping'

async function openDevice(browser: Browser, { origin }: OwnServer, email: string): Promise<Page> {
	const page = await (await browser.newContext({ baseURL: origin })).newPage()
	await signInByPassword(page, { email, password: PASSWORD })
	return page
}

const firstField = (page: Page) => page.getByRole('group').getByRole('textbox').first()

/** Answers the open check with the first option of each question. */
async function answerCheck(page: Page): Promise<void> {
	await page.getByRole('tab', { name: 'Knowledge Check' }).click()
	for (const question of await page.getByRole('radiogroup').all()) await question.getByRole('radio').first().check()
	await page.getByRole('button', { name: 'Submit Answers' }).click()
}

/** Reads what the server has, through the learner's data export. */
const readAttempts = (page: Page) =>
	page.evaluate(async () => {
		const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? ''
		const { access_token: token } = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token?: string }
		const answer = await fetch('/api/privacy/export', {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ format: 'json' }),
		})
		const { data } = (await answer.json()) as { data: Record<string, { rows: unknown[] }> }
		return data['Knowledge checks']?.rows.length
	})

test('an offline module opens without the server, and progress reaches the account once and a second device', async ({
	browser,
	email,
	request,
	expectConsole,
}) => {
	expectConsole(/wasn’t graded|couldn’t be|Failed to fetch|ERR_/)
	const server = createOwnServer({ GOTRUE_MAILER_AUTOCONFIRM: 'true' })
	try {
		await server.start()
		await request.post(`${server.origin}/auth/v1/signup`, { data: { email, password: PASSWORD, data: { name: 'Ana' } } })
		const phone = await openDevice(browser, server, email)
		await phone.goto('/offline', { waitUntil: 'networkidle' })
		await expect(phone.getByText('These still work:')).toBeHidden()
		await phone.goto('/course/module1')
		await phone.getByText('About this module').click()
		await phone.getByRole('button', { name: /^Save for offline/ }).click()
		await expect(phone.getByText('Saved offline on')).toBeVisible()

		await server.kill()
		await phone.goto(LESSON)
		await hydrated(phone)
		await expect(phone.getByRole('heading', { level: 2, name: 'Value Mapping' })).toBeVisible()
		await expect(phone.locator('figure').first()).toBeVisible()
		await firstField(phone).fill('Written in the mountains')
		await expect(phone.getByText('Saved in this browser', { exact: false }).first()).toBeVisible()
		await answerCheck(phone)
		await expect(phone.getByText('Your answers are kept on this device.', { exact: false })).toBeVisible()
		await phone.goto('/blog')
		await expect(phone.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
		await expect(phone.getByText('These still work:')).toBeVisible()
		await phone.getByRole('main').getByRole('link').click()
		await expect(phone.getByRole('heading', { level: 1, name: 'Skill Discovery & Foundation' })).toBeVisible()
		await phone.goto(LESSON)
		await phone.getByRole('tab', { name: 'Knowledge Check' }).click()
		await expect(phone.getByRole('radio').first()).toBeChecked()

		await server.start()
		await phone.goto(LESSON)
		await expect(phone.getByText('Knowledge check graded')).toBeVisible()
		await expect(phone.getByText('Saved in this browser and in your account.').first()).toBeVisible()
		await phone.reload()

		const laptop = await openDevice(browser, server, email)
		await laptop.goto(LESSON)
		await expect(firstField(laptop)).toHaveValue('Written in the mountains')
		await laptop.getByRole('tab', { name: 'Knowledge Check' }).click()
		await expect(laptop.getByText('Best score so far', { exact: false })).toBeVisible()
		expect(await readAttempts(laptop)).toBe(1)

		await phone.goto('/settings')
		await signOut(phone)
		expect(await phone.evaluate(() => caches.has('launchway-kept-pages'))).toBe(false)
		await laptop.goto('/course/module1')
		await laptop.getByText('About this module').click()
		await laptop.getByRole('button', { name: /^Save for offline/ }).click()
		await laptop.getByRole('button', { name: 'Remove from this device' }).click()
		await expect(laptop.getByRole('button', { name: /^Save for offline/ })).toBeVisible()
		expect(await laptop.evaluate(() => caches.keys())).toEqual([])
	} finally {
		await server.remove()
	}
})
