import { act, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

/**
 * Renders an element on a separate page.
 * @returns `page`: the container; `show`: replaces the element; `run`: runs a function and lets React settle; `leave`: unmounts
 */
export async function renderElement(element: ReactElement) {
	globalThis.IS_REACT_ACT_ENVIRONMENT = true
	const page = document.createElement('div')
	document.body.append(page)
	const root = createRoot(page)
	await act(async () => root.render(element))
	let isLeft = false
	const leave = async () => {
		if (isLeft) return
		isLeft = true
		await act(async () => root.unmount())
		page.remove()
	}
	// Unmount at the end: a component's timer would otherwise outlive the test's document.
	onTestFinished(leave)
	return {
		page,
		show: (next: ReactElement) => act(async () => root.render(next)),
		run: (step: () => unknown) => act(async () => void (await step())),
		leave,
	}
}
