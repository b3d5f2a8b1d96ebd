import { expect, test, vi } from 'vitest'

import { unfinishedBlockSources } from '#app/admin/rich-text/commands.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { MarkdownText } from './markdown-text.tsx'

const show = (text: string, revision: number) => (
	<form>
		<MarkdownText text={text} firstLine={1} revision={revision} faults={[]} textKind="text" />
	</form>
)

test('the rich text editor shows text put into the form after a refused draft, even the original text', async () => {
	const { page, run, show: update, leave } = await renderElement(show('As it was.', 0))
	const rich = () => page.querySelector('.rich-text-body')?.textContent
	await vi.waitFor(() => expect(rich()).toBe('As it was.'))
	const area = page.querySelector('textarea')
	if (!area) throw new Error('no text area')
	const put = (text: string) => {
		area.value = text
		area.dispatchEvent(new Event('input', { bubbles: true }))
	}
	for (const text of ['Kept in this browser.', 'As it was.']) {
		await run(() => put(text))
		await vi.waitFor(() => expect(rich()).toBe(text))
		expect(area.value).toBe(text)
	}
	await update(show('From the server.', 1))
	await vi.waitFor(() => expect(rich()).toBe('From the server.'))
	expect(area.value).toBe('From the server.')
	await leave()
})

test('the sample of a new lesson is shown as a placeholder and stays until something is written; other text is shown', async () => {
	for (const [text, shown] of [
		['Sample text: write the lesson here.', ''],
		['Written.', 'Written.'],
	]) {
		const { page, run, leave } = await renderElement(show(text ?? '', 0))
		await vi.waitFor(() => expect(page.querySelector('.rich-text-body')?.textContent).toBe(shown))
		await run(() => page.querySelector<HTMLElement>('.rich-text-body')?.focus())
		expect(page.querySelector('textarea')?.value).toBe(text)
		expect(page.textContent.includes('Write the text here.')).toBe(shown === '')
		await leave()
	}
})

test('a new block that couldn’t be inserted doesn’t keep later changes from being saved', async () => {
	unfinishedBlockSources.add('```figure\nkind: bars\n```')
	const { page, run, leave } = await renderElement(show('Written.', 0))
	await vi.waitFor(() => expect(page.querySelector('.rich-text-body')?.textContent).toBe('Written.'))
	await run(() => page.querySelector<HTMLElement>('[aria-label="Bullets"]')?.click())
	await vi.waitFor(() => expect(page.querySelector('textarea')?.value).toBe('- Written.'))
	unfinishedBlockSources.clear()
	await leave()
})
