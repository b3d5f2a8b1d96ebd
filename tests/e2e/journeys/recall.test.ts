import type { APIRequestContext, Page } from '@playwright/test'

import type { LessonResponse } from '#contracts/course.ts'
import { expectNoFaults } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'
import { tabTo } from '#tests/e2e/setup/keyboard.ts'
import { arriveWith, signInByPassword } from '#tests/e2e/setup/steps.ts'

const SECTION = '/course/module1?section=introduction-orientation'
const PASSWORD = 'a long enough password 7'

/** The questions are the writers'; the journey takes them as they are. */
async function readQuestions(request: APIRequestContext) {
	const lesson = await request.get('/api/course/modules/1/lessons/introduction-orientation')
	return ((await lesson.json()) as LessonResponse).recalls
}

const card = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test('answered in a lesson without a network, then known in a second browser', async ({ page, browser, request, email, mail }) => {
	const [first, second] = await readQuestions(request)
	await arriveWith(page, [])
	await page.goto(SECTION)
	await expect(card(page, first!.question)).toBeVisible()
	await page.context().setOffline(true)
	await card(page, first!.question).getByRole('button').nth(first!.correct).click()
	await expect(card(page, first!.question).getByRole('status')).toContainText(`Right. ${first!.explanation}`)
	await tabTo(page, card(page, second!.question).getByRole('button').first())
	await page.keyboard.press(String(second!.correct === 0 ? 2 : 1))
	await expect(card(page, second!.question).getByRole('status')).toContainText('Not yet.')
	await expect(card(page, second!.question).getByRole('button').first()).toBeFocused()
	await page.context().setOffline(false)

	await page.reload()
	await expect(card(page, first!.question).getByRole('status')).toContainText('You answered this before. It comes back on')
	expect((await request.post('/auth/v1/signup', { data: { email, password: PASSWORD } })).status()).toBe(200)
	await followLink(page, await mail(email))
	await expect(page).toHaveURL(/\/dashboard/)
	const merged = page.waitForResponse((response) => response.url().endsWith('/api/recall/merge') && response.ok())
	await page.goto(SECTION)
	await merged

	const other = await browser.newPage()
	await signInByPassword(other, { email, password: PASSWORD })
	await other.goto(SECTION)
	for (const { question } of [first!, second!])
		await expect(card(other, question).getByRole('status')).toContainText('You answered this before.')
	await other.close()
})

test('a question in a lesson has no accessibility fault, before and after the answer', async ({ page, request }) => {
	const [first] = await readQuestions(request)
	await arriveWith(page, [])
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto(SECTION)
	await expectNoFaults(page, '.recall')
	await card(page, first!.question).getByRole('button').first().click()
	await expectNoFaults(page, '.recall')
})
