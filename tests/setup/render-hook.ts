import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'

declare global {
	var IS_REACT_ACT_ENVIRONMENT: boolean
}

/**
 * Runs a hook in a separate component.
 * @returns `current()`: the latest return value; `run`: runs a function and lets React settle; `again`: renders again; `leave`:
 * unmounts
 */
export async function renderHook<T>(useHook: () => T) {
	globalThis.IS_REACT_ACT_ENVIRONMENT = true
	let latest: T
	function Host() {
		latest = useHook()
		return null
	}
	const root = createRoot(document.createElement('div'))
	const again = () => act(async () => root.render(createElement(Host)))
	await again()
	return {
		again,
		current: () => latest,
		run: (step: () => unknown) => act(async () => void (await step())),
		leave: () => act(async () => root.unmount()),
	}
}
