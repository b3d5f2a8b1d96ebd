import type { Browser, Page } from '@playwright/test'

import { codeIn, expect, test } from '#tests/e2e/setup/journey.ts'
import { press, tabTo, typeInto } from '#tests/e2e/setup/keyboard.ts'
import { createOwnServer } from '#tests/e2e/setup/own-server.ts'
import { LONG } from '#tests/setup/long-tests.ts'

/** Picks the first option of each of the five quiz questions by keyboard. */
async function takeHustlerQuiz(page: Page) {
	await press(page, page.getByRole('button', { name: 'Start Quiz' }))
	for (const number of [1, 2, 3, 4, 5]) {
		await expect(page.getByText(`Question ${number} of 5`)).toBeVisible()
		await press(page, page.getByRole('group').getByRole('button').first())
	}
	await expect(page.getByRole('button', { name: 'Retake Quiz' })).toBeVisible()
}

async function signUp(page: Page, email: string) {
	const dialog = page.getByRole('dialog')
	await typeInto(page, dialog.getByLabel('Name'), 'Łukasz Example')
	await typeInto(page, dialog.getByLabel(/e-?mail/i), email)
	await page.keyboard.press('Enter')
	await expect(page.getByRole('status').filter({ hasText: 'Welcome to Launchway! 🎉' })).toBeVisible()
	await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Łukasz!' })).toBeVisible()
}

/** Picks the first option of every question of the open knowledge check by keyboard. */
async function takeKnowledgeCheck(page: Page) {
	await tabTo(page, page.getByRole('tab', { selected: true }))
	await page.keyboard.press('End')
	await expect(page.getByRole('tab', { name: 'Knowledge Check', selected: true })).toBeFocused()
	const submit = page.getByRole('button', { name: 'Submit Answers' })
	await expect(submit).toBeDisabled()
	const questions = await page.getByRole('radiogroup').all()
	for (const question of questions) await press(page, question.getByRole('radio').first(), 'Space')
	await press(page, submit)
	await expect(page.getByText(new RegExp(`out of ${questions.length}`)).first()).toBeVisible()
}

/** Requests a code in a fresh browser. */
async function askForCode(browser: Browser, email: string) {
	const context = await browser.newContext()
	const page = await context.newPage()
	await page.goto('/login')
	await page.getByLabel('Email address').fill(email)
	const askedAt = new Date()
	await page.getByRole('button', { name: 'Email me a code' }).click()
	return { page, askedAt, close: () => context.close() }
}

async function enterCode(page: Page, code: string) {
	await page.getByLabel(/code/i).fill(code)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/dashboard/)
}

test('with the keyboard only, a visitor goes from home to a completed module 1, and sees it in a second browser', async ({
	page,
	browser,
	email,
	mail,
}) => {
	await page.goto('/')
	await press(page, page.getByRole('link', { name: 'Start Now' }))
	await expect(page.getByRole('heading', { level: 1, name: 'What Kind of Digital Hustler Are You?' })).toBeVisible()
	await takeHustlerQuiz(page)

	await press(page, page.getByRole('banner').getByRole('link', { name: 'Get Lifetime Access' }))
	await signUp(page, email)
	const code = codeIn(await mail(email))
	await typeInto(page, page.getByLabel(/6-digit code/i), code)
	await page.keyboard.press('Enter')
	await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible()
	await press(page, page.getByRole('button', { name: 'Start Module 1' }))

	await expect(page.getByText('Section 1 of 8: Introduction & Orientation')).toBeVisible()
	await expect(page.getByRole('progressbar', { name: /module 1/i })).toHaveAttribute('aria-valuenow', '0')
	const next = page.getByRole('button', { name: 'Next', exact: true })
	await press(page, next)
	await expect(page.getByText('Section 2 of 8: Digital Economy Overview')).toBeVisible()
	await takeKnowledgeCheck(page)
	for (const section of [3, 4, 5, 6, 7, 8]) {
		await press(page, next)
		await expect(page.getByText(`Section ${section} of 8`)).toBeVisible()
	}
	await expect(next).toBeDisabled()
	const kept = page.waitForResponse((response) => response.request().postData()?.includes('"kind":"module"') === true && response.ok())
	await press(page, page.getByRole('button', { name: 'Complete Module 1' }))
	await expect(page.getByRole('status').filter({ hasText: 'Module Completed!' })).toBeVisible()
	await expect(page.getByRole('link', { name: 'Continue to Module 2' })).toBeVisible()
	expect(await page.evaluate(() => localStorage.getItem('launchway_module1_completed'))).toBe('true')

	// The progress must have reached the account before the second browser loads it.
	await kept
	const second = await askForCode(browser, email)
	await enterCode(second.page, codeIn(await mail(email, /./, second.askedAt)))
	await second.page.goto('/modules')
	await expect(second.page.getByRole('link', { name: 'Review Module 1' })).toBeVisible()
	expect(await second.page.evaluate(() => localStorage.getItem('launchway_module1_completed'))).toBe('true')
	await second.close()
})

/** Returns the code in the newest mail to an address, on a separate server. */
async function codeFrom(origin: string, email: string): Promise<string> {
	let body = ''
	await expect
		.poll(async () => {
			const answer = await fetch(`${origin}/dev/outbox.json?to=${encodeURIComponent(email)}`)
			body = ((await answer.json()) as { body: string }[]).map((message) => message.body).find((text) => /\b\d{6}\b/.test(text)) ?? ''
			return body
		})
		.not.toBe('')
	return /\b\d{6}\b/.exec(body)?.[0] ?? ''
}

test(
	'a learner continues while the server is down, and nothing is lost once it is back',
	{ tag: LONG },
	async ({ page, email, expectConsole }) => {
		const server = createOwnServer()
		// Expected log entries of requests without a server; the learner's changes are asserted below.
		expectConsole(/ERR_CONNECTION_REFUSED|Failed to fetch/)
		try {
			await server.start()
			await page.goto(`${server.origin}/signup`)
			const dialog = page.getByRole('dialog')
			await dialog.getByLabel('Name').fill('Offline Example')
			await dialog.getByLabel(/e-?mail/i).fill(email)
			await dialog.getByRole('button', { name: 'Start Learning Free' }).click()
			await page.getByLabel(/6-digit code/i).fill(await codeFrom(server.origin, email))
			await page.getByRole('button', { name: 'Confirm code' }).click()
			await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible()
			await page.getByRole('button', { name: 'Start Module 1' }).click()
			await expect(page.getByText('Section 1 of 8')).toBeVisible()
			await page.getByRole('button', { name: 'Next', exact: true }).click()
			await page.getByRole('tab', { name: 'Practical Task' }).click()

			await server.kill()
			await page.getByRole('button', { name: 'Mark Task as Complete' }).click()
			await page.getByRole('button', { name: 'Next', exact: true }).click()
			await expect(page.getByText('Section 3 of 8')).toBeVisible()
			await server.start()

			const session = await page.evaluate(() => JSON.parse(localStorage.getItem('sb-localhost-auth-token')!) as { access_token: string })
			await expect
				.poll(async () => {
					const response = await fetch(`${server.origin}/api/progress`, { headers: { Authorization: `Bearer ${session.access_token}` } })
					const { entries } = (await response.json()) as { entries: { kind: string }[] }
					const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length
					return [count('section'), count('task')]
				})
				.toEqual([3, 1])
		} finally {
			await server.remove()
		}
	},
)
