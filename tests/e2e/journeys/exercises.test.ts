import type { Page } from '@playwright/test'

import type { LessonResponse } from '#contracts/course.ts'
import type { Exercise } from '#domain/exercises/exercise.ts'
import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { expect, followLink, test } from '#tests/e2e/setup/journey.ts'
import { tabTo, typeInto } from '#tests/e2e/setup/keyboard.ts'
import { arriveWith, signInByPassword } from '#tests/e2e/setup/steps.ts'
import { LONG } from '#tests/setup/long-tests.ts'

const SECTION = '/course/module1?section=value-mapping'
const PASSWORD = 'a long enough password 7'

const BREAK_EVEN: Exercise = {
	id: 'journey-break-even',
	title: 'Your break-even point',
	intro: 'Three figures, one answer.',
	fields: [
		{ id: 'fixed', label: 'Fixed costs a month', type: 'money', example: 40 },
		{ id: 'price', label: 'Price of one sale', type: 'money' },
		{ id: 'cost', label: 'What one sale costs you', type: 'money' },
		{ id: 'hours', label: 'Hours a week', type: 'slider', min: 1, max: 20, step: 1, start: 5 },
		{ id: 'who', label: 'Who is it for?', type: 'long', hint: 'One person that you know.' },
		{ id: 'track', label: 'Track', type: 'choice', options: ['Affiliate', 'Product', 'Coaching'] },
	],
	table: {
		columns: [
			{ id: 'what', label: 'What for', type: 'text' },
			{ id: 'amount', label: 'Amount', type: 'money', hint: 'What you paid.' },
		],
		rows: 2,
	},
	sums: [
		{ label: 'Sales you need each month', formula: 'ceil(fixed / (price - cost))', format: 'number' },
		{ label: 'Spent', formula: 'sum(amount)', format: 'money' },
	],
}

/** The journeys use the shipped course, but their own exercise, so that writers may change theirs. */
async function withExercises(page: Page, exercises: Exercise[]): Promise<void> {
	await page.route('**/api/course/modules/1/lessons/*', async (route) => {
		const response = await route.fetch()
		const lesson = (await response.json()) as LessonResponse
		const sections = exercises.map(({ id, title }) => `<section class="exercise" data-exercise="${id}"><h4>${title}</h4></section>`)
		await route.fulfill({ response, json: { ...lesson, bodyHtml: `${sections.join('')}${lesson.bodyHtml}`, exercises } })
	})
}

const exercise = (page: Page) => page.getByRole('group', { name: BREAK_EVEN.title })
const field = (page: Page, label: string) => exercise(page).getByLabel(label, { exact: true })
const answer = (page: Page, label: string) => exercise(page).locator('.exercise-sums div', { hasText: label }).locator('dd')
/** Waits for the saved notice. It also shows that the page is hydrated: before that, typed text is lost on leaving. */
const saved = (page: Page, words: string) => expect(exercise(page).getByRole('status').filter({ hasText: words })).toBeVisible()
const IN_BROWSER = 'Saved in this browser. Sign in to save it to your account too.'
const IN_ACCOUNT = 'Saved in this browser and in your account.'

test('with the keyboard, sums update, invalid numbers stay, and rows are added, cleared, restored, listed and printed', async ({
	page,
}) => {
	await arriveWith(page, [])
	await withExercises(page, [BREAK_EVEN])
	await page.goto(SECTION)
	await typeInto(page, field(page, 'Fixed costs a month ($)'), '40')
	await typeInto(page, field(page, 'Price of one sale ($)'), 'cheap')
	await expect(answer(page, 'Sales you need')).toHaveText('Fill in the figures above')
	await tabTo(page, field(page, 'What one sale costs you ($)'))
	await page.keyboard.type('2')
	await expect(field(page, 'Price of one sale ($)')).toHaveAccessibleDescription('Enter a number, such as 1200 or 12.50.')
	await expect(field(page, 'Price of one sale ($)')).toHaveValue('cheap')
	await field(page, 'Price of one sale ($)').fill('$19.50')
	await expect(answer(page, 'Sales you need')).toHaveText('3')
	await expect(exercise(page).getByRole('status').filter({ hasText: 'Sales you need each month: 3.' })).toBeAttached()

	await tabTo(page, field(page, 'Hours a week'))
	await page.keyboard.press('ArrowRight')
	await field(page, 'Who is it for?').fill('Ana, who bakes.\nHer sister.')
	await field(page, 'Track').selectOption('Coaching')
	await field(page, 'Row 1: Amount ($)').fill('10')
	await tabTo(page, exercise(page).getByRole('button', { name: 'Add a row' }))
	await page.keyboard.press('Enter')
	await expect(field(page, 'Row 3: What for')).toBeFocused()
	await page.keyboard.type('Flour')
	await field(page, 'Row 3: Amount ($)').fill('1,200')
	await expect(answer(page, 'Spent')).toHaveText('$1,210')
	await saved(page, IN_BROWSER)

	await page.reload()
	await expect(field(page, 'Row 3: What for')).toHaveValue('Flour')
	await expect(field(page, 'Hours a week')).toHaveValue('6')
	await exercise(page).getByRole('button', { name: 'Clear' }).click()
	await expect(field(page, 'Fixed costs a month ($)')).toHaveValue('')
	await expect(exercise(page).getByRole('button', { name: 'Undo' })).toBeFocused()
	await page.keyboard.press('Enter')
	await expect(field(page, 'Fixed costs a month ($)')).toHaveValue('40')
	await expect(answer(page, 'Sales you need')).toHaveText('3')

	await page.emulateMedia({ media: 'print' })
	await expect(field(page, 'Who is it for?')).toBeHidden()
	await expect(exercise(page).locator('.exercise-paper').getByText('Ana, who bakes.')).toBeVisible()
	await expect(exercise(page).getByRole('button', { name: 'Clear' })).toBeHidden()
	await page.emulateMedia({ media: 'screen' })

	await page.goto('/notes')
	const listed = page.getByRole('article')
	await expect(listed).toContainText('Your break-even point')
	await expect(listed).toContainText('Fixed costs a month ($)')
	await expect(listed.locator('dt').first()).toHaveText('Fixed costs a month ($)')
	await page.emulateMedia({ media: 'print' })
	await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
	await expect(listed.getByText('Ana, who bakes.')).toBeVisible()
	await page.emulateMedia({ media: 'screen' })
	await listed.getByRole('link').click()
	await expect(field(page, 'Track')).toHaveValue('Coaching')
})

test(
	'an exercise filled in offline and in a second browser keeps the different fields of both',
	{ tag: LONG },
	async ({ page, browser, request, email, mail }) => {
		await arriveWith(page, [])
		await withExercises(page, [BREAK_EVEN])
		await page.goto(SECTION)
		await expect(exercise(page)).toBeVisible()
		await page.context().setOffline(true)
		await field(page, 'Fixed costs a month ($)').fill('40')
		await saved(page, IN_BROWSER)
		await page.context().setOffline(false)
		await page.reload()
		await expect(field(page, 'Fixed costs a month ($)')).toHaveValue('40')
		expect((await request.post('/auth/v1/signup', { data: { email, password: PASSWORD } })).status()).toBe(200)
		await followLink(page, await mail(email))
		await expect(page).toHaveURL(/\/dashboard/)
		await page.goto(SECTION)
		await saved(page, IN_ACCOUNT)

		const other = await browser.newPage()
		await withExercises(other, [BREAK_EVEN])
		await signInByPassword(other, { email, password: PASSWORD })
		await other.goto(SECTION)
		await expect(field(other, 'Fixed costs a month ($)')).toHaveValue('40')

		await page.context().setOffline(true)
		await other.context().setOffline(true)
		await field(page, 'Price of one sale ($)').fill('25')
		await field(other, 'What one sale costs you ($)').fill('5')
		await saved(other, 'We’ll save it to your account once we can reach the server.')
		await page.context().setOffline(false)
		await saved(page, IN_ACCOUNT)
		await other.context().setOffline(false)
		await expect(field(other, 'Price of one sale ($)')).toHaveValue('25')
		await expect(answer(other, 'Sales you need')).toHaveText('2')
		await saved(other, IN_ACCOUNT)
		await page.reload()
		await expect(field(page, 'What one sale costs you ($)')).toHaveValue('5')
		await expect(answer(page, 'Sales you need')).toHaveText('2')
		await other.context().close()

		await page.goto('/notes')
		const download = page.waitForEvent('download')
		await page.getByRole('button', { name: 'Download exercises as PDF' }).click()
		expect((await download).suggestedFilename()).toBe('my-exercises.pdf')
	},
)

test('entries for an earlier course edition are shown with their names and kept', async ({ page }) => {
	await arriveWith(page, [])
	const lesson = { moduleId: 1, lessonId: 'value-mapping-career-alignment' }
	const fields = [
		{ id: 'fixed', label: 'Fixed costs a month ($)', place: 0, value: '40', changedAt: 1 },
		{ id: 'rent', label: 'Rent', place: 1, value: '500', changedAt: 1 },
		{ id: 'track', label: 'Track', place: 2, value: 'Dropshipping', changedAt: 1 },
	]
	const exercises = [
		{ ...lesson, exerciseId: BREAK_EVEN.id, title: BREAK_EVEN.title, fields },
		{ ...lesson, exerciseId: 'gone', title: 'An old exercise', fields: fields.slice(1, 2) },
		{ moduleId: 1, lessonId: 'gone', exerciseId: 'gone', title: 'Of an old lesson', fields: fields.slice(1, 2) },
	]
	const unsent = exercises.map((each) => `1/${each.lessonId}/${each.exerciseId}`)
	await page.addInitScript(
		(stored) => localStorage.setItem('launchway_exercises', stored),
		JSON.stringify({ version: 1, owner: '', books: { '': { exercises, unsent } } }),
	)
	await withExercises(page, [BREAK_EVEN])
	await page.goto(SECTION)
	await expect(field(page, 'Fixed costs a month ($)')).toHaveValue('40')
	await expect(field(page, 'Track')).toHaveValue('')
	await expect(exercise(page).locator('.exercise-entered')).toHaveText(/Rent\s*500\s*Track\s*Dropshipping/)
	await expect(page.getByRole('region', { name: 'From an earlier edition' })).toContainText('An old exercise')
	await page.goto('/notes')
	await expect(page.getByRole('article')).toHaveCount(3)
	await expect(page.getByRole('article').last()).toContainText('From an earlier edition of the course')
})

test.describe('with reduced motion', () => {
	test.use({ contextOptions: { reducedMotion: 'reduce' } })
	test('an exercise and the list of exercises have no accessibility violation and no sideways scroll', async ({ page }) => {
		await arriveWith(page, [])
		await withExercises(page, [BREAK_EVEN])
		await page.goto(SECTION)
		await field(page, 'Row 1: What for').fill('x'.repeat(300))
		await field(page, 'Row 1: Amount ($)').fill('y'.repeat(300))
		await field(page, 'Who is it for?').fill('z'.repeat(400))
		await saved(page, IN_BROWSER)
		await page.waitForLoadState('networkidle')
		await expectNoFaultsAnyWidth(page)
		await page.goto('/notes')
		await expect(page.getByRole('article')).toHaveCount(1)
		await expectNoFaultsAnyWidth(page)
	})
})
