import { randomUUID } from 'node:crypto'

import { enterConsole } from '#tests/e2e/setup/fill-console.ts'
import { expect, test } from '#tests/e2e/setup/journey.ts'
import { createOwnServer, OWN_ORIGIN } from '#tests/e2e/setup/own-server.ts'

test.use({ baseURL: OWN_ORIGIN, extraHTTPHeaders: {} })

test('an email’s links and selected text have their tools at the text, and leaving the page during a save loses nothing', async ({
	page,
}) => {
	const server = createOwnServer()
	try {
		await server.start()
		await enterConsole(page.context(), server)
		await page.goto(`/admin/newsletter/${randomUUID()}?new`)
		const text = page.getByRole('textbox', { name: 'Text', exact: true })
		const markdown = page.locator('textarea[name="body"]')
		const bar = page.getByRole('toolbar', { name: 'Selected text' })
		const fields = page.getByRole('dialog', { name: 'Link' })
		const popover = page.getByRole('group', { name: 'Link', exact: true })
		await text.click()
		await page.keyboard.type('Read the blog today')

		await test.step('a toolbar at the selection, for the mouse and the keyboard', async () => {
			await expect(bar).toHaveCount(0)
			await text.getByText('Read').dblclick({ position: { x: 6, y: 6 } })
			await bar.getByRole('button', { name: 'Bold (Ctrl+B)' }).click()
			await expect(markdown).toHaveValue('**Read** the blog today')
			await expect(bar.getByRole('button', { name: 'Bold (Ctrl+B)' })).toHaveAttribute('aria-pressed', 'true')
			await page.keyboard.press('Alt+F10')
			await expect(bar.getByRole('button').first()).toBeFocused()
			await page.keyboard.press('ArrowRight')
			await expect(bar.getByRole('button').nth(1)).toBeFocused()
			await page.keyboard.press('Escape')
			await expect(text).toBeFocused()
			await text.getByText('today').click()
		})

		await test.step('Ctrl K links the selected word', async () => {
			await page.keyboard.press('End')
			// One key for the whole word: the editor reads the browser's selection a little later, and could have read a part of it.
			await page.keyboard.press('Control+Shift+ArrowLeft')
			await expect(bar.getByRole('button', { name: 'Bold (Ctrl+B)' })).toHaveAttribute('aria-pressed', 'false')
			await page.keyboard.press('Control+k')
			await expect(fields.getByLabel('Address')).toBeFocused()
			await expect(bar).toHaveCount(0)
			await page.keyboard.type('not an address')
			await page.keyboard.press('Enter')
			await expect(fields.getByText('Enter a path on this site')).toBeVisible()
			await fields.getByLabel('Address').fill('/blog')
			await page.keyboard.press('Enter')
			await expect(markdown).toHaveValue('**Read** the blog [today](/blog)')
			await expect(text).toBeFocused()
		})

		await test.step('a click on the link shows where it leads', async () => {
			await text.getByRole('link').click()
			await expect(popover).toContainText('/blog')
			await expect(popover.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/blog')
			await page.keyboard.press('Escape')
			await expect(popover).toHaveCount(0)
			await expect(text).toBeFocused()
			await page.keyboard.press('ArrowLeft')
			await popover.getByRole('button', { name: 'Edit' }).click()
			await expect(fields.getByLabel('Address')).toHaveValue('/blog')
			// Two keys within a frame: the text has focus again at the first.
			await page.evaluate(() => {
				const request = globalThis.requestAnimationFrame
				globalThis.requestAnimationFrame = (callback) => Number(setTimeout(() => request(callback), 500))
			})
			await page.keyboard.press('Escape')
			await page.keyboard.press('Control+k')
			await fields.getByLabel('Address').fill('example.com')
			await fields.getByRole('button', { name: 'Save link' }).click()
			await expect(markdown).toHaveValue('**Read** the blog [today](https://example.com)')
			await text.getByRole('link').click()
			await popover.getByRole('button', { name: 'Remove' }).click()
			await expect(markdown).toHaveValue('**Read** the blog today')
			await expect(text).toBeFocused()
		})

		await test.step('on a phone, the system has its menu at the selection, and Add needs no scrolling', async () => {
			await page.setViewportSize({ width: 390, height: 844 })
			await text.getByText('Read').dblclick({ position: { x: 6, y: 6 } })
			await expect(page.getByRole('button', { name: 'Bold (Ctrl+B)' })).toHaveAttribute('aria-pressed', 'true')
			await expect(bar).toHaveCount(0)
			await expect(page.getByRole('combobox', { name: 'Insert' })).toBeInViewport({ ratio: 1 })
		})

		await test.step('a page that is left during a save, and opened again before the server has it', async () => {
			await page.setViewportSize({ width: 1280, height: 800 })
			page.on('dialog', (dialog) => void dialog.accept())
			await page.getByLabel('Subject', { exact: true }).fill('News')
			await expect(page.getByText('Saved as a draft')).toBeVisible()
			// The server gets this save only after the page was opened again.
			const late: (() => Promise<void>)[] = []
			await page.route('**/autosave', async (route) => void late.push(() => route.continue()), { times: 1 })
			await text.click()
			await page.keyboard.press('End')
			await page.keyboard.type(', twice')
			await expect.poll(() => late.length).toBe(1)
			await page.keyboard.type(' a day')
			await page.reload()
			await expect(text).toHaveText('Read the blog today, twice a day')
			await text.click()
			await page.keyboard.press('End')
			await page.keyboard.type('.')
			await expect(page.getByText('Saved as a draft')).toBeVisible()
			await expect(page.getByText('another version was saved first')).toHaveCount(0)
			await page.reload()
			await expect(text).toHaveText('Read the blog today, twice a day.')
		})

		await test.step('a link typed as Markdown, and blocks moved by keys and by the mouse', async () => {
			const [read, see] = ['**Read** the blog today, twice a day.', 'See [prices](/pricing)']
			await text.click()
			await page.keyboard.press('Control+End')
			await page.keyboard.press('Enter')
			await page.keyboard.type(see)
			await expect(text.getByRole('link', { name: 'prices' })).toHaveAttribute('href', '/pricing')
			await expect(markdown).toHaveValue(`${read}\n\n${see}`)
			await page.keyboard.press('Alt+Shift+ArrowUp')
			await expect(markdown).toHaveValue(`${see}\n\n${read}`)
			const last = text.getByText('twice a day')
			await text.getByText('See').hover()
			// On the second half of a line, a block is dropped after it.
			await page.getByTitle('Drag to move').dragTo(last, { targetPosition: { x: 250, y: 10 } })
			await expect(markdown).toHaveValue(`${read}\n\n${see}`)
		})
	} finally {
		await server.remove()
	}
})
