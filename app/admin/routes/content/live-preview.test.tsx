import { createRoutesStub } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { LivePreview, type LivePreviewSource } from './live-preview.tsx'

test.each<[string, () => Promise<Response>]>([
	['can’t be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
	['restarts', () => Promise.resolve(new Response('', { status: 502 }))],
	['stops in the middle of a response', () => Promise.resolve(new Response('{"html":'))],
])('if the server %s, the preview is requested again without another keystroke', async (_, fail) => {
	vi.useFakeTimers()
	onTestFinished(() => void vi.useRealTimers())
	vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
	const asked = vi.fn<typeof fetch>().mockImplementation(fail)
	vi.stubGlobal('fetch', asked)
	onTestFinished(() => void vi.unstubAllGlobals())
	const source: LivePreviewSource<object> = {
		address: '/live',
		widths: { phone: 390, desktop: 800 },
		frame: () => ({ srcDoc: '' }),
		show: () => {},
	}
	const shared = { formToken: 't', isProven: true, failure: null }
	const Component = () => (
		<form>
			<LivePreview source={source}>
				<input name="body" />
			</LivePreview>
		</form>
	)
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, Component }])
	const { run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared } }} />)
	await run(() => vi.advanceTimersByTimeAsync(0))
	expect(asked).toHaveBeenCalledTimes(1)
	asked.mockResolvedValue(Response.json({ title: 'x', html: '' }))
	await run(() => vi.runOnlyPendingTimersAsync())
	expect(asked).toHaveBeenCalledTimes(2)
	// After a response, no new request is scheduled until the text changes.
	expect(vi.getTimerCount()).toBe(0)
})
