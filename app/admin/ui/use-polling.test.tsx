import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { usePolling } from './use-polling.ts'

test.each([true, false])(
	'if something runs (%s), the data is reloaded when the window gets the focus or the network is back',
	async (isRunning) => {
		let reads = 0
		const Component = () => {
			usePolling(isRunning, { everyMs: 3_600_000 })
			return null
		}
		const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => (reads += 1), Component }])
		const { run } = await renderElement(<Stub hydrationData={{ loaderData: { root: 0 } }} />)
		for (const event of ['focus', 'online']) await run(() => window.dispatchEvent(new Event(event)))
		expect(reads).toBe(isRunning ? 2 : 0)
	},
)

test('a reload that takes longer than the interval is finished, not restarted', async () => {
	const answers: (() => void)[] = []
	const Component = () => {
		usePolling(true, { everyMs: 3_600_000 })
		return null
	}
	const loader = () => new Promise<null>((resolve) => answers.push(() => resolve(null)))
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader, Component }])
	const { run } = await renderElement(<Stub hydrationData={{ loaderData: { root: null } }} />)
	const poll = () => run(() => window.dispatchEvent(new Event('focus')))
	for (const _ of [1, 2, 3]) await poll()
	expect(answers).toHaveLength(1)
	await run(() => answers[0]?.())
	await poll()
	expect(answers).toHaveLength(2)
})
