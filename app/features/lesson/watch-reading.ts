import { countsAsRead, type ReadingPlace } from '#domain/reading/reading-place.ts'
import { countWords } from '#domain/reading/reading-time.ts'
import type { TextBlock } from '#domain/reading/text-parts.ts'

export type RenderedBlock = TextBlock & { element: HTMLElement }

/** Returns the blocks of a text. Headings that begin a part get an ID, so that links can target them. */
export function readBlocks(text: Element): RenderedBlock[] {
	return [...text.children]
		.filter((element) => element instanceof HTMLElement)
		.map((element, at) => {
			const isHeading = element.tagName === 'H3'
			if (isHeading) element.id ||= `part-${at}`
			return { element, heading: isHeading ? element.textContent : null, words: countWords(element.textContent) }
		})
}

type Watched = {
	onMove: (block: number) => void
	onRead: (place: ReadingPlace, isEndSeen: boolean) => void
}

const TICK_MS = 5000
const END_SECONDS = 30
/**
 * The observer's root margin. It limits the observed area to the part of the screen where people read: below the header, and not at the
 * bottom.
 */
const readingBand = () => `-${Math.round(Math.min(200, window.innerHeight / 4))}px 0px -35% 0px`

/** True if the element is above the middle of the window. Hidden elements have no height and don't count. */
function isPast(element: HTMLElement | undefined): boolean {
	const { bottom = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
	return height > 0 && bottom < window.innerHeight / 2
}

/** @returns a function that stops tracking */
export function watchReading(blocks: readonly RenderedBlock[], { onMove, onRead }: Watched): () => void {
	const places = new Map<Element, number>(blocks.map(({ element }, at) => [element, at]))
	const inBand = new Set<number>()
	let at = 0
	let reportedAt = -1
	let atLastTick = -1
	let seconds = 0
	let isEndSeen = false
	let isEndReported = false

	const observer = new IntersectionObserver(
		(changes) => {
			for (const { target, isIntersecting } of changes) {
				const place = places.get(target) ?? 0
				if (isIntersecting) inBand.add(place)
				else inBand.delete(place)
			}
			if (inBand.size === 0) return
			isEndSeen ||= inBand.has(blocks.length - 1)
			at = Math.min(...inBand)
			onMove(at)
		},
		{ rootMargin: readingBand() },
	)
	for (const { element } of blocks) observer.observe(element)

	function report() {
		if (blocks.length === 0 || (seconds === 0 && isEndSeen === isEndReported)) return
		onRead({ block: at, of: blocks.length, seconds }, isEndSeen)
		seconds = 0
		reportedAt = at
		isEndReported = isEndSeen
	}
	function tick() {
		if (document.hidden) return
		if (inBand.size > 0) seconds += TICK_MS / 1000
		else if (isPast(blocks.at(-1)?.element)) {
			// The reader is past the end of the text, perhaps after pressing End once.
			isEndSeen = true
			at = blocks.length - 1
			return report()
		} else return
		// Reports only a position that stayed the same for a whole tick. At the end of the text, only the time changes, which is reported less
		// often.
		if (at === atLastTick && (at !== reportedAt || (isEndSeen && seconds >= END_SECONDS))) report()
		atLastTick = at
	}
	const timer = setInterval(tick, TICK_MS)
	const onHide = () => document.hidden && report()
	document.addEventListener('visibilitychange', onHide)
	return () => {
		report()
		observer.disconnect()
		clearInterval(timer)
		document.removeEventListener('visibilitychange', onHide)
	}
}

/** Merges a reading report. Seconds add up across visits and browsers; a text that was read once stays read. */
export function mergeReading(
	{ place: held, isRead }: { place: ReadingPlace | null; isRead: boolean },
	{ place, isEndSeen, words }: { place: ReadingPlace; isEndSeen: boolean; words: number },
): { place: ReadingPlace; isRead: boolean } {
	const seconds = Math.min((held?.seconds ?? 0) + place.seconds, 86_400)
	return { place: { ...place, seconds }, isRead: isRead || (isEndSeen && countsAsRead({ words, seconds })) }
}
