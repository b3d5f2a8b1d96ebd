import type { Page } from '@playwright/test'

declare global {
	interface Window {
		layoutShift?: number
	}
}

/** Adds up the layout shift of every page opened from now on, except within half a second after input. */
export const watchLayoutShift = (page: Page) =>
	page.addInitScript(() => {
		window.layoutShift = 0
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
				if (!entry.hadRecentInput) window.layoutShift = (window.layoutShift ?? 0) + entry.value
		}).observe({ type: 'layout-shift', buffered: true })
	})

export const layoutShift = (page: Page) => page.evaluate(() => window.layoutShift ?? Number.NaN)

/** Returns text outside the window or cut off, unless it can be scrolled to. For a window 390 px wide. */
export const textOutOfSight = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const root = document.documentElement
		const scrolls = (element: Element): boolean =>
			element.parentElement !== null &&
			element.parentElement !== document.body &&
			(/auto|scroll/.test(getComputedStyle(element.parentElement).overflowX) || scrolls(element.parentElement))
		const isSmall = ({ width, height }: DOMRect) => width <= 1 || height <= 1
		const hasText = (element: Element) =>
			[...element.childNodes].some(({ nodeType, data }: ChildNode & { data?: string }) => nodeType === 3 && data?.trim())
		const found = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} wide`] : []
		for (const element of document.querySelectorAll<HTMLElement>('body *:not(svg *, .sr-only, .skip-link, [aria-hidden] *)')) {
			const box = element.getBoundingClientRect()
			if (!element.checkVisibility({ visibilityProperty: true }) || isSmall(box) || box.right < 0 || !element.textContent?.trim()) continue
			const cuts = /hidden|clip/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1
			const leaves = hasText(element) && box.right > root.clientWidth + 1 && !scrolls(element)
			if (cuts || leaves) found.push(`${element.tagName} ${element.className}: ${element.textContent.trim().slice(0, 40)}`)
		}
		return found
	})

/** Like `textOutOfSight`, with text enlarged to 200%. */
export async function textOutOfSightEnlarged(page: Page): Promise<string[]> {
	// With reduced motion, each change is a transition that ends with the next frame.
	const enlarge = (size: string) =>
		page.evaluate(async (to) => {
			document.documentElement.style.setProperty('font-size', to)
			await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
		}, size)
	await enlarge('200%')
	const found = await textOutOfSight(page)
	await enlarge('')
	return found
}
