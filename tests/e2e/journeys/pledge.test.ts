import type { Page } from '@playwright/test'

import { expectNoFaults } from '#tests/e2e/setup/faults.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { press, tabTo } from '#tests/e2e/setup/keyboard.ts'

const evening = (page: Page, day: string) => page.getByRole('group', { name: 'Which evenings?' }).getByLabel(day, { exact: true })
const announced = (page: Page, words: string) => expect(page.getByText(words)).toBeVisible()

test('by keyboard, a learner pledges two evenings, sees the card and the calendar URL, and ends the pledge', async ({
	page,
	request,
	signUp,
}) => {
	await signUp()
	await page.getByRole('link', { name: 'Pick your evenings' }).click()
	await expect(page.getByRole('heading', { name: 'Pick your evenings' })).toBeVisible()
	await press(page, page.getByRole('button', { name: 'Make This My Pledge' }))
	await announced(page, 'Pick at least one evening.')
	await press(page, evening(page, 'Monday'), 'Space')
	await press(page, evening(page, 'Thursday'), 'Space')
	await tabTo(page, page.getByLabel('How many knowledge checks a week?'))
	await page.keyboard.type('2')
	await press(page, page.getByLabel(/^Email me the lesson an hour before/), 'Space')
	await press(page, page.getByRole('button', { name: 'Make This My Pledge' }))
	await expect(page.getByText('0 of 2 checks passed this week')).toBeVisible()
	await announced(page, 'The next reminder comes on')
	await expect(page.getByText('Mondays and Thursdays at 7:30 PM')).toBeVisible()
	await expect(page.getByRole('table', { name: 'What you did in the last 8 weeks' }).getByRole('row')).toHaveCount(9)
	await expectNoFaults(page)

	await press(page, page.getByRole('button', { name: 'Create Calendar Address' }))
	const address = await page.getByRole('textbox', { name: 'Calendar address' }).inputValue()
	await expect(page.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', address.replace('http:', 'webcal:'))
	const file = await request.get(new URL(address).pathname)
	expect([file.status(), await file.text()]).toEqual([200, expect.stringContaining('RRULE:FREQ=WEEKLY;WKST=MO;BYDAY=MO,TH')])
	await press(page, page.getByRole('button', { name: 'Turn It Off' }))
	await press(page, page.getByRole('dialog').getByRole('button', { name: 'Turn It Off' }))
	await expect(page.getByRole('button', { name: 'Create Calendar Address' })).toBeVisible()
	expect((await request.get(new URL(address).pathname)).status()).toBe(404)

	await page.goto('/dashboard')
	const card = page.getByRole('region', { name: 'Your pledge' })
	await expect(card).toContainText('0 of 2 checks passed this week')
	await card.getByRole('link', { name: 'See your evenings' }).click()
	await press(page, page.getByRole('button', { name: 'End the Pledge' }))
	await press(page, page.getByRole('dialog').getByRole('button', { name: 'End It' }))
	await expect(page.getByRole('heading', { name: 'Pick your evenings' })).toBeVisible()
})

test('the page linked from a reminder asks before unsubscribing, and a wrong link shows an error', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 })
	await page.goto('/pledge/stop?token=wrong')
	await page.getByRole('button', { name: 'Stop the Reminders' }).click()
	await expect(page).toHaveURL('/pledge/expired')
	await page.getByRole('link', { name: 'Go to Your Pledge' }).click()
	await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible()
	await expectNoFaults(page)
})

test('a learner names a supporter, who agrees on the linked page and ends it', async ({ page, mail, signUp }) => {
	const supporter = `supporter-${Date.now()}@example.test`
	await signUp()
	await page.goto('/pledge')
	await evening(page, 'Monday').check()
	await page.getByRole('button', { name: 'Make This My Pledge' }).click()
	const panel = page.getByRole('region', { name: 'A supporter' })
	await panel.getByRole('button', { name: 'Ask Them' }).click()
	await expect(panel.getByText('Please enter a valid email address')).toBeVisible()
	await panel.getByLabel('Their email address').fill(supporter)
	await panel.getByRole('button', { name: 'Ask Them' }).click()
	await expect(panel).toContainText('they haven’t agreed yet')
	await expectNoFaults(page)

	const { body } = await mail(supporter)
	const link = (step: string) => new URL(new RegExp(`http\\S+/pledge/${step}\\?token=\\S+`).exec(body)?.[0] ?? '')
	await page.goto(link('support').pathname + link('support').search)
	await press(page, page.getByRole('button', { name: 'Yes, Send Me the Updates' }))
	await expect(page).toHaveURL('/pledge/supporting')
	await page.goto('/pledge')
	await expect(panel).toContainText('The next update goes out on Monday')
	await page.goto(link('unsupport').pathname + link('unsupport').search)
	await expectNoFaults(page)
	await press(page, page.getByRole('button', { name: 'Stop These Emails' }))
	await expect(page).toHaveURL('/pledge/unsupported')
	await page.goto('/pledge')
	await expect(panel).toContainText('Your supporter stopped the weekly update.')
	await expect(panel.getByLabel('Their email address')).toBeVisible()
})
