import { expect, test, vi } from 'vitest'

import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { downloadFile } from './download-file.ts'
import { FileButton } from './file-button.tsx'

vi.mock('./download-file.ts')

test.each([
	{ status: 200, saved: ['my.pdf'], failed: false },
	{ status: 503, saved: [], failed: true },
])('a file answered with $status is saved: $saved', async ({ status, saved, failed }) => {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	vi.mocked(downloadFile).mockClear()
	let answer = (_response: Response) => {}
	const fetched = vi.fn<(path: string) => Promise<Response>>(() => new Promise((resolve) => (answer = resolve)))
	vi.stubGlobal('fetch', fetched)
	const view = await renderElement(<FileButton path="/api/file.pdf" name="my.pdf" label="Get it" />)
	const { press, button, toasts, until } = operatePage(view)
	const isBusy = () => button('Get it')?.getAttribute('aria-busy')
	await press('Get it')
	await press('Get it')
	expect([isBusy(), fetched.mock.calls.map(([path]) => path)]).toEqual(['true', ['/api/file.pdf']])
	await view.run(() => answer(status === 200 ? new Response('%PDF') : Response.json({}, { status })))
	await until(() => expect(isBusy()).toBeNull())
	expect(vi.mocked(downloadFile).mock.calls.map(([name]) => name)).toEqual(saved)
	if (failed) await toasts('Not downloaded')
})
