import { act, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * Shows an element on a separate page.
 * @returns `page`: where to look; `show`: replaces the element; `run`: does something and lets React settle; `leave`: unmounts
 */
export async function renderElement(element: ReactElement) {
	globalThis.IS_REACT_ACT_ENVIRONMENT = true
	const page = document.createElement('div')
	document.body.append(page)
	const root = createRoot(page)
	await act(async () => root.render(element))
	return {
		page,
		show: (next: ReactElement) => act(async () => root.render(next)),
		run: (step: () => unknown) => act(async () => void (await step())),
		leave: async () => {
			await act(async () => root.unmount())
			page.remove()
		},
	}
}
