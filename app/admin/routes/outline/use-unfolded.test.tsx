import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'

import { setModulesFolded, useExpandedModules, useExpandByUrl } from './use-unfolded.ts'

function Shown() {
	useExpandByUrl()
	const { isKnown, isFolded } = useExpandedModules()
	return isKnown && [1, 2, 7].filter((module) => !isFolded(module)).join()
}

test('the first module and the one in the URL start unfolded, and each can be folded', async () => {
	const Stub = createRoutesStub([{ path: '/', Component: Shown }])
	const host = document.createElement('div')
	globalThis.IS_REACT_ACT_ENVIRONMENT = true
	await act(async () => createRoot(host).render(<Stub initialEntries={['/#module-7']} />))
	expect(host.textContent).toBe('1,7')
	await act(async () => setModulesFolded([7], true))
	expect(host.textContent).toBe('1')
	await act(async () => setModulesFolded([1, 2, 7], true))
	expect(host.textContent).toBe('')
	await act(async () => setModulesFolded([2], false))
	expect(host.textContent).toBe('2')
})
