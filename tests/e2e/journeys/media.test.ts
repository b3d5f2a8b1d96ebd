import sharp from 'sharp'

import { expectNoFaultsAnyWidth } from '#tests/e2e/setup/faults.ts'
import { enterConsole } from '#tests/e2e/setup/fill-console.ts'
import { expect, hydrated, test } from '#tests/e2e/setup/journey.ts'
import { createOwnServer } from '#tests/e2e/setup/own-server.ts'
import { makeFilm } from '#tests/factories/film.ts'

const server = createOwnServer()

test.use({ baseURL: server.origin, extraHTTPHeaders: {} })
test.afterAll(() => server.remove())

const draw = (background: string) => sharp({ create: { width: 1200, height: 800, channels: 3, background } })

test('two pictures are dropped into the library with descriptions, one is deleted, and a logo is uploaded', async ({
	page,
	expectConsole,
}) => {
	expectConsole(/other\.test\/c\.png' violates the following Content Security Policy/)
	await server.start()
	await enterConsole(page.context(), server)
	await page.goto('/admin')
	await page.getByRole('link', { name: 'Media', exact: true }).click()
	await hydrated(page)
	await expect(page.getByText('Nothing here yet.')).toBeVisible()

	const files = [
		{ name: 'red.jpg', mimeType: 'image/jpeg', buffer: await draw('#c33').jpeg().toBuffer() },
		{ name: 'blue.png', mimeType: 'image/png', buffer: await draw('#36c').png().toBuffer() },
	]
	await page.getByLabel('Drop files here, or choose them').setInputFiles(files)
	await page.getByRole('button', { name: 'Upload 2 files' }).click()
	await expect(page.getByText('Describe the picture first.')).toHaveCount(2)
	const [red, blue] = [page.getByLabel('Description').nth(0), page.getByLabel('Description').nth(1)]
	await red.fill('A red wall')
	await blue.fill('A blue wall')
	await expectNoFaultsAnyWidth(page)
	await page.getByRole('button', { name: 'Upload 2 files' }).click()
	await expect(page.getByText('Uploaded.')).toHaveCount(2)
	await expect(page.getByRole('link', { name: 'A blue wall' })).toBeVisible()

	await page.getByRole('link', { name: 'A red wall' }).click()
	await expect(page.getByRole('heading', { name: 'A red wall' })).toBeVisible()
	await expect(page.getByText('No text uses it.')).toBeVisible()
	await expect.poll(() => page.locator('.media-shown').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
	await page.getByRole('button', { name: 'Delete this picture' }).click()
	await page.getByRole('button', { name: 'Delete for good' }).click()
	await expect(page.getByText('Deleted.')).toBeVisible()
	await expect(page.getByRole('link', { name: 'A red wall' })).toHaveCount(0)

	const lesson = 'course/module-1/lessons/skills-inventory-assessment.md'
	await page.goto(`/admin/content/file?path=${encodeURIComponent(lesson)}`)
	const text = page.getByRole('textbox', { name: 'Text', exact: true })
	await text.focus()
	for (const key of ['Control+Home', 'Enter', 'ArrowUp']) await page.keyboard.press(key)
	await page.keyboard.type('Before it.')
	await page.getByRole('button', { name: 'Picture' }).click()
	await page.getByRole('button', { name: 'A blue wall' }).click()
	await page.keyboard.type('After it.')
	await expect(text.locator('p', { hasText: /^After it\.$/ }).locator('img')).toHaveCount(0)
	await text.getByRole('img', { name: 'A blue wall' }).click()
	await page.getByRole('button', { name: 'Edit picture' }).click()
	await page.getByRole('dialog').getByLabel('Description').fill('A wall of blue bricks')
	await page.getByRole('button', { name: 'Save picture' }).click()
	await expect(text.getByRole('img', { name: 'A wall of blue bricks' })).toBeVisible()
	await text.evaluate((body) => {
		const clipboardData = new DataTransfer()
		const own = `${location.origin}${body.querySelector('img[alt="A wall of blue bricks"]')!.getAttribute('src')!}`
		clipboardData.setData('text/html', `<p>Pasted <img src="https://other.test/c.png" alt="C"></p><p><img src="${own}" alt="D"></p>`)
		body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
	})
	await expect(page.getByRole('link', { name: 'import the pasted ones' })).toBeVisible()
	await expect(text.getByRole('img', { name: 'C', exact: true })).toHaveCount(1)
	await expect(text.getByRole('img', { name: 'D', exact: true })).toHaveAttribute('src', /^\/media\//)
	await expect(page.getByText('Saved as a draft')).toBeVisible()
	await page.goto('/admin/media/import')
	await expect(page.getByRole('link', { name: 'Picture from other.test' })).toBeVisible()
	await page.goBack()
	await text.getByRole('img', { name: 'C', exact: true }).click()
	await page.keyboard.press('Backspace')
	await expect(text.getByRole('img', { name: 'C', exact: true })).toHaveCount(0)
	await expect(page.getByText('Saved as a draft')).toBeVisible()

	await page.goto('/admin/media')
	await page.getByRole('link', { name: 'Change the logo' }).click()
	await page.getByLabel('New logo', { exact: true }).setInputFiles(files[1]!)
	await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
	await expect(page).toHaveURL(/path=logo\.svg&notice=content-saved/)
	await expectNoFaultsAnyWidth(page)
	await page.goto('/admin/content/publish')
	await page.getByRole('button', { name: 'Publish', exact: true }).click()
	await expect(page.getByText(/^Published: /)).toBeVisible()
	await page.goto(`${server.origin}/`)
	const mark = page.locator('header image').first()
	const address = (await mark.getAttribute('href')) ?? ''
	expect(address).toMatch(/^\/assets\/logo-\w+\.png$/)
	expect((await page.request.get(server.origin + address)).headers()['content-type']).toBe('image/png')
})

test('a video is uploaded into a lesson with its title, typing continues below it, and the review names it', async ({ page }) => {
	await server.start()
	await enterConsole(page.context(), server)
	await page.goto(`/admin/content/file?path=${encodeURIComponent('course/module-1/lessons/skills-inventory-assessment.md')}`)
	const text = page.getByRole('textbox', { name: 'Text', exact: true })
	const dialog = page.getByRole('dialog')
	await text.focus()
	for (const key of ['Control+Home', 'Enter', 'ArrowUp']) await page.keyboard.press(key)
	await page.keyboard.type('/video')
	await expect(page.getByRole('listbox', { name: 'Add' }).getByRole('option')).toHaveText(['Video'])
	await page.keyboard.press('Enter')
	await dialog.getByLabel('Video', { exact: true }).setInputFiles({ name: 'call.mp4', mimeType: 'video/mp4', buffer: makeFilm(1000) })
	await dialog.getByRole('button', { name: 'Add video' }).click()
	await expect(dialog.getByText('Enter a title.')).toBeVisible()
	await dialog.getByLabel('Title', { exact: true }).fill('A first call')
	await expectNoFaultsAnyWidth(page)
	await dialog.getByRole('button', { name: 'Add video' }).click()
	const player = text.locator('video')
	await expect(player).toHaveAttribute('src', /^\/media\/[\da-f-]{36}\/call-320x180\.mp4$/)
	await page.keyboard.type('After it.')
	await expect(text.locator('p', { hasText: /^After it\.$/ })).toHaveCount(1)
	await player.click()
	await page.getByRole('button', { name: 'Edit video' }).click()
	await expect(dialog.getByRole('button', { name: 'A first call' })).toBeVisible()
	await dialog.getByLabel('Title', { exact: true }).fill('The first call')
	await dialog.getByRole('button', { name: 'Save video' }).click()
	await expect(page.getByText('Saved as a draft')).toBeVisible()
	await page.goto('/admin/content/publish')
	await expect(page.getByText('[Video: The first call]').first()).toBeAttached()
})
