import { expect, test, vi } from 'vitest'

import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import type { AuthOutcome } from './auth-refusal.ts'
import { DataFileButtons } from './data-file.tsx'
import { downloadFile } from './download-file.ts'

vi.mock('./download-file.ts')

async function open() {
	vi.mocked(downloadFile).mockClear()
	const asked: string[] = []
	let answer = (_outcome: AuthOutcome<Blob>) => {}
	const ask = (format: string) => {
		asked.push(format)
		return new Promise<AuthOutcome<Blob>>((resolve) => (answer = resolve))
	}
	const view = await renderElement(<DataFileButtons verb="Download" ask={ask} />)
	return { ...view, ...operatePage(view), asked, answer: (outcome: AuthOutcome<Blob>) => view.run(() => answer(outcome)) }
}

test.each([
	['JSON', 'my-data.json'],
	['CSV', 'my-data.zip'],
])('Download as %s saves %s, one file at a time', async (format, name) => {
	const { press, answer, asked, button, toasts } = await open()
	const file = new Blob(['data'])
	await press(`Download as ${format}`)
	expect(button(`Download as ${format}`)?.getAttribute('aria-busy')).toBe('true')
	await press(`Download as ${format === 'CSV' ? 'JSON' : 'CSV'}`)
	await answer({ ok: true, value: file })
	expect(asked).toEqual([format.toLowerCase()])
	expect(vi.mocked(downloadFile).mock.calls).toEqual([[name, file]])
	await toasts('The file is in your downloads')
	expect(button(`Download as ${format}`)?.getAttribute('aria-busy')).toBeNull()
})

test('a refused file is reported and can be asked for again', async () => {
	const { press, answer, asked, toasts } = await open()
	await press('Download as JSON')
	await answer({ ok: false, refusal: { kind: 'unreachable' } })
	await toasts('Error. ')
	await press('Download as JSON')
	expect([asked, vi.mocked(downloadFile).mock.calls]).toEqual([['json', 'json'], []])
})
