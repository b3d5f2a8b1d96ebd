import type { Locator, Page } from '@playwright/test'

import { enterConsole } from '#tests/e2e/setup/fill-console.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { createOwnServer, OWN_ORIGIN } from '#tests/e2e/setup/own-server.ts'

const LESSON = 'course/module-2/lessons/first-sale.md'
const ADDRESS = `/admin/content/file?path=${encodeURIComponent(LESSON)}`

test.use({ baseURL: OWN_ORIGIN, extraHTTPHeaders: {} })

const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const titleOf = (page: Page) => page.getByLabel('Title', { exact: true }).first()
const expectSaved = (page: Page) => expect(page.getByText('Saved as a draft')).toBeVisible()

async function writeAfter(page: Page, line: Locator, words: string) {
	// Clicks the paragraph's last line: the End key moves to the end of a visual line.
	const { width, height } = (await line.boundingBox())!
	await line.click({ position: { x: width - 2, y: height - 4 } })
	// The editor reads the browser's selection a little later.
	await expect.poll(() => line.evaluate((each) => each.contains(getSelection()?.anchorNode ?? null))).toBe(true)
	await page.keyboard.press('End')
	await page.keyboard.type(words)
}

test('an operator edits a lesson without code, and loses nothing to a reload, an ended session or another window', async ({ browser }) => {
	const server = createOwnServer()
	try {
		await server.start()
		const context = await browser.newContext()
		const page = await context.newPage()
		page.on('dialog', (dialog) => void dialog.accept())
		await enterConsole(page.context(), server)
		await page.goto(ADDRESS)
		const text = textOf(page)
		await expect(text).toContainText('The first sale rarely comes at a good time.')
		const preview = page.frameLocator('iframe[title="Live preview"]')

		await test.step('fields, a sentence, a figure, a step and a question', async () => {
			await titleOf(page).fill('First Sale: what now')
			await writeAfter(page, text.getByText('Write these lines on a card.'), ' Keep it in your wallet.')
			await expect(preview.getByRole('heading', { name: 'First Sale: what now' })).toBeVisible()
			await expect(preview.getByText('Write these lines on a card. Keep it in your wallet.')).toBeVisible()
			await text.getByRole('group', { name: 'Figure' }).first().getByRole('button', { name: 'Edit' }).click()
			await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill('The hour: the day, the week')
			await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
			await expect(text.getByRole('group', { name: 'Figure: The hour: the day, the week' })).toBeVisible()
			await page.getByRole('tab', { name: 'Steps' }).click()
			const steps = page.getByRole('textbox', { name: /^Step \d+$/ })
			const before = await steps.count()
			await page.getByRole('button', { name: 'Add step' }).click()
			await expect(steps).toHaveCount(before + 1)
			await steps.last().fill('Sleep on it: then decide')
			await page.getByRole('tab', { name: 'Exercises' }).click()
			const exercise = page.locator('#fx0')
			await exercise.getByLabel('Title', { exact: true }).fill('What is yours: a sum')
			await page.getByRole('tab', { name: 'Text' }).click()
			await expect(text.getByRole('group', { name: 'Exercise: What is yours: a sum' })).toBeVisible()
			await expect(text.getByText('Keep it in your wallet.')).toBeVisible()
			await page.getByRole('tab', { name: 'Knowledge check' }).click()
			await page.getByRole('button', { name: 'Add question' }).click()
			const question = page.locator('[id^="f-quiz-"].json-group', { hasText: 'Explanation' }).last()
			await expect(question.getByLabel('Question', { exact: true })).toHaveValue('')
			await question.getByLabel('Question', { exact: true }).fill('Is it yours?')
			await question.getByRole('textbox', { name: 'Option 1', exact: true }).fill('Yes: all of it')
			await question.getByRole('textbox', { name: 'Option 2', exact: true }).fill('Not the tax')
			await question.getByRole('radio').first().check()
			await question.getByRole('textbox', { name: 'Explanation' }).fill('A part is set aside.')
			await expectSaved(page)
		})

		await test.step('a new table is no error until the cursor leaves it', async () => {
			const error = page.getByText('Table: each column needs a name')
			await page.getByRole('tab', { name: 'Text' }).click()
			await writeAfter(page, text.getByText('Then come the hours'), '')
			await page.keyboard.press('Enter')
			await page.keyboard.type('/table')
			await page.keyboard.press('Enter')
			await page.keyboard.type('Cost')
			await page.waitForTimeout(2500)
			await expect(error).toHaveCount(0)
			await text.getByText('Then come the hours').click()
			await expect(error.first()).toBeVisible()
			await text
				.locator('tr')
				.filter({ hasText: /^\s*Cost\s*$/ })
				.locator('th')
				.last()
				.click()
			await page.keyboard.type('Price')
			await expect(error).toHaveCount(0)
			await expectSaved(page)
		})

		await test.step('after a dialog, typing continues below its block', async () => {
			const dialog = page.getByRole('dialog')
			await page.getByRole('tab', { name: 'Text' }).click()
			await writeAfter(page, text.getByText('Then come the hours'), '')
			await page.keyboard.press('Enter')
			await page.keyboard.type('/fig')
			await page.keyboard.press('Enter')
			await expect(dialog.getByLabel('Kind', { exact: true })).toBeFocused()
			// Nothing was typed yet, so there is no error yet.
			await page.waitForTimeout(2000)
			await expect(page.getByText(/Fix \d+ error/)).toHaveCount(0)
			await page.keyboard.press('Escape')
			await expect(page.getByText('Fix 1 error')).toBeVisible()
			await page.keyboard.type('/exer')
			await page.keyboard.press('Enter')
			await dialog.getByLabel('Title', { exact: true }).first().fill('Below the figure')
			await dialog.getByRole('button', { name: 'Save', exact: true }).click()
			await expect(dialog).toHaveCount(0)
			await page.keyboard.type('Below the exercise.')
			const added = text.getByRole('group', { name: 'Exercise: Below the figure' })
			await expect(text.getByRole('group', { name: 'Figure: What to compare' })).toBeVisible()
			await expect(text.locator('p').filter({ hasText: 'Below the exercise.' })).toHaveText('Below the exercise.')
			await added.getByRole('button', { name: 'Edit' }).click()
			await expect(dialog.getByLabel('Title', { exact: true }).first()).toBeFocused()
			await page.keyboard.press('Escape')
			await expect(added.getByRole('button', { name: 'Edit' })).toBeFocused()
			await page.keyboard.press('Enter')
			await dialog.getByRole('button', { name: 'Save', exact: true }).click()
			await expect(text).toBeFocused()
			await page.keyboard.type('Right ')
			await expect(text.locator('p').filter({ hasText: /^Right $/ })).toBeVisible()
			await expect(page.getByRole('button', { name: 'Bullets' })).toHaveAttribute('aria-pressed', 'false')
			await page.keyboard.press('Enter')
			await page.keyboard.type('/')
			await expect(page.getByRole('listbox', { name: 'Add' })).toBeVisible()
			await page.keyboard.press('Tab')
			await expect(page.getByRole('listbox', { name: 'Add' })).toHaveCount(0)
			await expect(page.locator(':focus')).toHaveCount(1)
			const deleted = [text.getByRole('group', { name: 'Figure: What to compare' }), added]
			for (const block of deleted) await block.getByRole('button', { name: 'Delete' }).click()
			for (const words of ['/', 'Right ', 'Below the exercise.']) {
				await text
					.locator('p')
					.filter({ hasText: new RegExp(`^${words}$`) })
					.click({ clickCount: 3 })
				await page.keyboard.press('Backspace')
			}
			await expectSaved(page)
		})

		await test.step('a click in the preview moves the cursor to its paragraph', async () => {
			await page.getByRole('tab', { name: 'Steps' }).click()
			await preview.getByText('Then come the hours in which').click()
			await expect(text).toBeFocused()
			await page.waitForFunction(() => getSelection()?.anchorNode?.textContent?.startsWith('Then come the hours'))
		})

		await test.step('reload', async () => {
			await page.getByRole('tab', { name: 'Text' }).click()
			await writeAfter(page, text.getByText('Keep it in your wallet.'), ' Read it.')
			await page.waitForFunction(() =>
				Object.keys(localStorage).some(
					(key) => key.startsWith('launchway_console_draft') && (localStorage.getItem(key) ?? '').includes('Read it.'),
				),
			)
			await page.reload()
			await expect(text.getByText('Keep it in your wallet. Read it.')).toBeVisible()
			await expectSaved(page)
			await expect(titleOf(page)).toHaveValue('First Sale: what now')
		})

		await test.step('the session ends', async () => {
			const cookies = await context.cookies()
			await context.clearCookies({ name: 'console' })
			await writeAfter(page, text.getByText('Read it.'), ' Twice.')
			await expect(page.getByText('Your session has ended').first()).toBeVisible()
			await context.addCookies(cookies)
			// It needs no focus: the window to sign in may be next to this one.
			await expectSaved(page)
		})

		await test.step('another browser', async () => {
			// Tabs of one browser follow each other, so they have no conflict.
			const elsewhere = await browser.newContext({ storageState: await context.storageState() })
			const other = await elsewhere.newPage()
			await other.goto(new URL(ADDRESS, page.url()).href)
			await writeAfter(other, textOf(other).getByText('Read it. Twice.'), ' And once more.')
			await expectSaved(other)
			await other.getByRole('button', { name: 'Save draft' }).click()
			await expect(other.getByText('Nothing has changed since.')).toBeVisible()
			// Asked for before its code has loaded, the comparison still gets focus.
			const isLoading = Promise.withResolvers<void>()
			await page.route('**/other-version-*.js', async (route) => {
				await isLoading.promise
				await route.continue()
			})
			await writeAfter(page, text.getByText('Read it. Twice.'), ' Then go.')
			await expect(page.getByText('Not saved: another version was saved first.')).toBeVisible()
			await page.keyboard.press('Control+Enter')
			await expect(page.locator('#save-status')).toBeFocused()
			isLoading.resolve()
			await expect(page.locator('#other-version')).toBeFocused()
			await page.getByText('Compare line by line').first().click()
			await expect(page.getByText('+Write these lines on a card. Keep it in your wallet. Read it. Twice. Then go.')).toBeVisible()
			await expect(text.getByText('Read it. Twice. Then go.')).toBeVisible()
			await page.getByRole('button', { name: 'Use the other version' }).click()
			await expect(page.getByRole('link', { name: 'Use the other version' })).toBeVisible()
			await page.getByRole('button', { name: 'Keep your version' }).click()
			await expect(text.getByText('Read it. Twice. Then go.')).toBeVisible()
			await page.getByRole('button', { name: 'Save draft' }).first().click()
			await expect(page).toHaveURL(/notice=content-saved/)
		})

		await expect(page.getByLabel('From the public version to this draft').locator('del, ins')).toContainText([
			'Removed: -title: First Sale',
			'Added: +title: "First Sale: what now"',
			'Added: +  - "Sleep on it: then decide"',
			'Added: +  - id: is_it_yours',
			'Added: +    question: Is it yours?',
			'Added: +    options:',
			'Added: +      - "Yes: all of it"',
			'Added: +      - Not the tax',
			'Added: +    correct: 0',
			'Added: +    explanation: A part is set aside.',
			'Removed: -Write these lines on a card.',
			'Added: +Write these lines on a card. Keep it in your wallet. Read it. Twice. Then go.',
			'Removed: -title: The hour, the day, the week',
			'Added: +title: "The hour: the day, the week"',
			'Removed: -title: What is yours',
			'Added: +title: "What is yours: a sum"',
		])
		await page.getByText('More', { exact: true }).click()
		await page.getByRole('link', { name: 'Preview', exact: true }).click()
		const phone = page.frameLocator('iframe').first()
		await expect(phone.getByRole('heading', { name: 'First Sale: what now' })).toBeVisible()
		await expect(phone.getByText('Read it. Twice. Then go.')).toBeVisible()

		await test.step('Ctrl Enter saves without a line break, and a link is followed without a prompt', async () => {
			await page.goto(ADDRESS)
			const breaks = text.locator('br:not([class])')
			const before = await breaks.count()
			await writeAfter(page, text.getByText('Then go.'), ' Slowly.')
			await page.keyboard.press('Control+Enter')
			await expectSaved(page)
			await expect(breaks).toHaveCount(before)
			await page.keyboard.type(' Rest.')
			const asked: string[] = []
			page.on('dialog', (dialog) => asked.push(dialog.message()))
			await page.getByRole('link', { name: 'Review and publish' }).click()
			await expect(page).toHaveURL(/\/admin\/content\/publish\?only=/)
			expect(asked).toEqual([])
			await page.goBack()
			await expect(text.getByText('Then go. Slowly. Rest.')).toBeVisible()
		})

		await test.step('on a phone, the menu of a low line ends above the bar and scrolls to the selected block', async () => {
			await page.setViewportSize({ width: 390, height: 844 })
			await writeAfter(page, text.getByText('Slowly. Rest.'), '')
			await page.keyboard.press('Enter')
			// The browser may move the caret to the new line a little later.
			await page.waitForFunction(() => getSelection()?.anchorNode?.textContent === '')
			await page.evaluate(() => {
				const line = getSelection()?.anchorNode as Element
				window.scrollBy(0, line.getBoundingClientRect().top - 700)
			})
			await page.keyboard.type('/')
			const menu = page.getByRole('listbox', { name: 'Add' })
			await page.keyboard.press('ArrowUp')
			await expect(menu.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
			// Less than 1, because scrolling rounds to whole pixels.
			await expect(menu.getByRole('option').last()).toBeInViewport({ ratio: 0.9 })
			const [shown, bar] = [await menu.boundingBox(), await page.getByRole('button', { name: 'Menu', exact: true }).boundingBox()]
			expect(shown!.y + shown!.height).toBeLessThan(bar!.y)
		})
	} finally {
		await server.remove()
	}
})
