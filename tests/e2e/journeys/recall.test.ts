import type { APIRequestContext, Page } from '@playwright/test'

import type { LessonResponse } from '#contracts/course.ts'
import type { RecallResponse } from '#contracts/recall.ts'
import { expectNoFaults } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'
import { press, tabTo } from '#tests/e2e/setup/keyboard.ts'
import { arriveWith, signInByPassword } from '#tests/e2e/setup/steps.ts'

const SECTION = '/course/module1?section=introduction-orientation'
const PASSWORD = 'a long enough password 7'

/** Reads the questions from the API, because authors may change them. */
async function readQuestions(request: APIRequestContext) {
	const lesson = await request.get('/api/course/modules/1/lessons/introduction-orientation')
	return ((await lesson.json()) as LessonResponse).recalls
}

const DAY_MS = 86_400_000

/** Shifts the server's time by this many days, which browsers use for scheduling. */
const laterBy = (page: Page, days: number) =>
	page.route('**/api/recall', async (route) => {
		const response = await route.fetch()
		const answer = (await response.json()) as RecallResponse
		await route.fulfill({ response, json: { ...answer, now: answer.now + days * DAY_MS } })
	})

const card = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test('a question answered offline is reviewed two days later in a second browser, by keyboard and offline', async ({
	page,
	browser,
	request,
	email,
	mail,
}) => {
	const [first, second] = await readQuestions(request)
	await arriveWith(page, [])
	await page.goto(SECTION)
	await expect(card(page, first!.question)).toBeVisible()
	await page.context().setOffline(true)
	await card(page, first!.question).getByRole('button').nth(first!.correct).click()
	await expect(card(page, first!.question).getByRole('status')).toContainText(`Right. ${first!.explanation}`)
	await tabTo(page, card(page, second!.question).getByRole('button').first())
	await page.keyboard.press(String(second!.correct === 0 ? 2 : 1))
	await expect(card(page, second!.question).getByRole('status')).toContainText('Not quite.')
	await expect(card(page, second!.question).getByRole('button').first()).toBeFocused()
	await page.context().setOffline(false)

	await page.reload()
	await expect(card(page, first!.question).getByRole('status')).toContainText('You answered this before. We’ll ask again on')
	expect((await request.post('/auth/v1/signup', { data: { email, password: PASSWORD } })).status()).toBe(200)
	const merged = page.waitForResponse((response) => response.url().endsWith('/api/recall/merge') && response.ok())
	await followLink(page, await mail(email))
	await expect(page).toHaveURL(/\/dashboard/)
	await merged

	const other = await browser.newPage()
	await laterBy(other, 2)
	await signInByPassword(other, { email, password: PASSWORD })
	await expect(other.getByText('1 question is due, about 1 minute')).toBeVisible()
	await press(other, other.getByRole('link', { name: 'Start the Review' }))
	await expect(other.getByRole('heading', { name: 'Review', level: 1 })).toBeVisible()
	await expect(other.getByRole('status').filter({ hasText: '1 question is due' })).toBeVisible()
	await expect(other.getByRole('button', { name: 'Start' })).toBeVisible()
	await expectNoFaults(other)
	await other.context().setOffline(true)
	await press(other, other.getByRole('button', { name: 'Start' }))
	const asked = card(other, `Question 1 of 1 ${second!.question}`)
	await expect(asked.getByRole('button').first()).toBeFocused()
	await other.keyboard.press(String(second!.correct + 1))
	await expect(asked.getByRole('status')).toContainText('Right.')
	await press(other, other.getByRole('button', { name: 'Finish' }))
	await expect(other.getByRole('heading', { name: '1 of 1 known' })).toBeFocused()
	await expect(other.getByText('once we can reach the server')).toBeVisible()
	await expect(other.getByRole('row', { name: 'Module 1' })).toContainText('2 of 2')
	await other.context().setOffline(false)
	await expect(other.getByText('Your answers are saved in this browser and in your account.')).toBeVisible()
	await expectNoFaults(other)
	await other.close()
})

test('a question in a lesson has no accessibility violation before and after the answer', async ({ page, request }) => {
	const [first] = await readQuestions(request)
	await arriveWith(page, [])
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto(SECTION)
	await expect(card(page, first!.question).getByRole('button').first()).toBeVisible()
	await expectNoFaults(page, '.recall')
	await card(page, first!.question).getByRole('button').first().click()
	await expectNoFaults(page, '.recall')
})
