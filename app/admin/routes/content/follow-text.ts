import { type RefObject, useCallback, useEffect } from 'react'

import { findLinked } from '#app/admin/use-field-in-address.ts'

/** Space above the part of the preview that is shown. */
const ABOVE_PX = 16

/**
 * Maps a position in the editor to the preview by interpolating between the nearest headings, because sections have different
 * heights in the two.
 * @param from ascending positions in the editor: start, headings, end
 * @param to their positions in the preview
 */
export function toPreviewPosition(position: number, from: readonly number[], to: readonly number[]): number {
	const index = Math.min(
		Math.max(
			0,
			from.findLastIndex((mark) => mark <= position),
		),
		from.length - 2,
	)
	const [start = 0, end = 0, shownStart = 0, shownEnd = 0] = [from[index], from[index + 1], to[index], to[index + 1]]
	const share = end > start ? Math.min(1, Math.max(0, (position - start) / (end - start))) : 0
	return shownStart + share * (shownEnd - shownStart)
}

const HEADINGS = ':scope > :is(h2, h3)'

/** Returns where the preview of a tab's fields is, or null if it isn't shown. */
function findShown(tab: string, inside: HTMLElement, page: Document): number | null {
	const prose = page.querySelector('.prose')
	if (!prose) return null
	const topOf = (element: Element) => element.getBoundingClientRect().top + (page.defaultView?.scrollY ?? 0)
	if (tab !== 'text') {
		const part = prose.querySelector(tab === 'exercises' ? '[data-exercise]' : `[data-part="${tab}"]`)
		return part && topOf(part)
	}
	const [text, toolbar] = [inside.querySelector('.rich-text-body'), inside.querySelector('[role=toolbar]')]
	if (!text || !toolbar) return null
	const next = prose.querySelector('[data-part]')
	const end = next ? topOf(next) : page.documentElement.scrollHeight
	const { top, bottom } = text.getBoundingClientRect()
	const typed = [...text.querySelectorAll(HEADINGS)].map((each) => each.getBoundingClientRect().top)
	const shown = [...prose.querySelectorAll(HEADINGS)].map(topOf).filter((each) => each < end)
	const isSame = typed.length === shown.length
	return toPreviewPosition(
		toolbar.getBoundingClientRect().bottom,
		[top, ...(isSame ? typed : []), bottom],
		[0, ...(isSame ? shown : []), end],
	)
}

/** Returns where the preview shows the text of the focused field or its file, or null if it isn't shown, or is already in view. */
function findFocused(inside: HTMLElement, page: Document): number | null {
	const [text, view] = [findLinked(document.activeElement, inside, page), page.defaultView]
	if (!text || !view) return null
	const { top, bottom } = text.getBoundingClientRect()
	return top >= 0 && bottom <= view.innerHeight ? null : top + view.scrollY - view.innerHeight / 3
}

/** Scrolls the preview to what the editor shows: the text at its top, or the part of the selected tab, or the focused field's text. */
export function usePreviewScroll(frame: RefObject<HTMLIFrameElement | null>, inside: RefObject<HTMLElement | null>): () => void {
	const follow = useCallback(() => {
		const [page, own] = [frame.current?.contentDocument, inside.current]
		const tab = own?.querySelector<HTMLElement>('[data-tab]:not([hidden])')?.dataset.tab
		const top = page && own ? (tab === undefined ? findFocused(own, page) : findShown(tab, own, page)) : null
		if (top !== null) page?.defaultView?.scrollTo({ top: top - ABOVE_PX, behavior: 'instant' })
	}, [frame, inside])
	useEffect(() => {
		let waiting = 0
		const plan = () => {
			cancelAnimationFrame(waiting)
			waiting = requestAnimationFrame(follow)
		}
		const own = inside.current
		window.addEventListener('scroll', plan, { passive: true })
		for (const event of ['click', 'keyup'] as const) own?.addEventListener(event, plan)
		return () => {
			cancelAnimationFrame(waiting)
			window.removeEventListener('scroll', plan)
			for (const event of ['click', 'keyup'] as const) own?.removeEventListener(event, plan)
		}
	}, [follow, inside])
	return follow
}
