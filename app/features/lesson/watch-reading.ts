import { isReadThrough, type ReadingPlace } from '#domain/reading/reading-place.ts'
import { countWords } from '#domain/reading/reading-time.ts'
import type { TextBlock } from '#domain/reading/text-parts.ts'

/** A block of a text as shown on the page. */
export type ShownBlock = TextBlock & { element: HTMLElement }

/** The blocks of a text. Each heading that begins a part gets an id, so that links lead to it. */
export function readBlocks(text: Element): ShownBlock[] {
	return [...text.children]
		.filter((element) => element instanceof HTMLElement)
		.map((element, at) => {
			const isHeading = element.tagName === 'H3'
			if (isHeading) element.id ||= `part-${at}`
			return { element, heading: isHeading ? element.textContent : null, words: countWords(element.textContent) }
		})
}

type Watched = {
	/** The block that is being looked at, whenever it is another. */
	onMove: (block: number) => void
	/** Now and then: where the reader is, how many seconds were added since the last call, and whether that reaches the end. */
	onRead: (place: ReadingPlace, isEndSeen: boolean) => void
}

const TICK_MS = 5000
const END_SECONDS = 30
/** Part of the window in which people read: below the header and scroll targets, above the unread text. */
const readingBand = () => `-${Math.round(Math.min(200, window.innerHeight / 4))}px 0px -35% 0px`

/** True if an element has left the window above. One that is not shown has no height. */
function isPast(element: HTMLElement | undefined): boolean {
	const { bottom = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
	return height > 0 && bottom < window.innerHeight / 2
}

/**
 * Watches which block of a text is on the screen, and for how long any of it is.
 * @returns what stops it
 */
export function watchReading(blocks: readonly ShownBlock[], { onMove, onRead }: Watched): () => void {
	const places = new Map<Element, number>(blocks.map(({ element }, at) => [element, at]))
	const inBand = new Set<number>()
	let at = 0
	let told = -1
	let atLastTick = -1
	let seconds = 0
	let isEndSeen = false
	let isEndTold = false

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

	function tell() {
		if (blocks.length === 0 || (seconds === 0 && isEndSeen === isEndTold)) return
		onRead({ block: at, of: blocks.length, seconds }, isEndSeen)
		seconds = 0
		told = at
		isEndTold = isEndSeen
	}
	function tick() {
		if (document.hidden) return
		if (inBand.size > 0) seconds += TICK_MS / 1000
		else if (isPast(blocks.at(-1)?.element)) {
			// Below the text, perhaps by one press of a key.
			isEndSeen = true
			at = blocks.length - 1
			return tell()
		} else return
		// A reader who scrolls on is not there yet; at the end time alone is news, though not each time.
		if (at === atLastTick && (at !== told || (isEndSeen && seconds >= END_SECONDS))) tell()
		atLastTick = at
	}
	const timer = setInterval(tick, TICK_MS)
	const onHide = () => document.hidden && tell()
	document.addEventListener('visibilitychange', onHide)
	return () => {
		tell()
		observer.disconnect()
		clearInterval(timer)
		document.removeEventListener('visibilitychange', onHide)
	}
}

/** Merges a reading report: seconds add up over visits and browsers, and a text once read stays read. */
export function addReading(
	{ place: held, isRead }: { place: ReadingPlace | null; isRead: boolean },
	{ place, isEndSeen, words }: { place: ReadingPlace; isEndSeen: boolean; words: number },
): { place: ReadingPlace; isRead: boolean } {
	const seconds = Math.min((held?.seconds ?? 0) + place.seconds, 86_400)
	return { place: { ...place, seconds }, isRead: isRead || (isEndSeen && isReadThrough({ words, seconds })) }
}
