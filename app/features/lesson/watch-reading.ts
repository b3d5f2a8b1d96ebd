import { isReadThrough, type ReadingPlace } from '#domain/reading/reading-place.ts'
import { countWords } from '#domain/reading/reading-time.ts'

export type ReadingWatch = {
	/** The words of each block, in order. */
	words: readonly number[]
	stop: () => void
}

type Watched = {
	/** The block that is being looked at, whenever it is another. */
	onMove: (block: number) => void
	/** Now and then: where the reader is, how many seconds were added since the last call, and whether that reaches the end. */
	onRead: (place: ReadingPlace, isEndSeen: boolean) => void
}

const TICK_MS = 5000
const END_SECONDS = 30
/** The part of the window in which people read: what has left above it is read, what is below it is not yet. */
const READING_BAND = '-15% 0px -35% 0px'

/**
 * Watches which block of a text is on the screen, and for how long any of it is.
 * @param text the element whose children are the blocks
 */
export function watchReading(text: Element, { onMove, onRead }: Watched): ReadingWatch {
	const blocks = [...text.children]
	const places = new Map(blocks.map((block, at) => [block, at]))
	const inBand = new Set<number>()
	let at = 0
	let told = -1
	let atLastTick = -1
	let seconds = 0
	let isEndSeen = false

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
		{ rootMargin: READING_BAND },
	)
	for (const block of blocks) observer.observe(block)

	function tell() {
		if (seconds === 0 || blocks.length === 0) return
		onRead({ block: at, of: blocks.length, seconds }, isEndSeen)
		seconds = 0
		told = at
	}
	function tick() {
		if (document.hidden || inBand.size === 0) return
		seconds += TICK_MS / 1000
		// Somebody who scrolls on is not there yet; at the end time alone is news, though not each time.
		if (at === atLastTick && (at !== told || (isEndSeen && seconds >= END_SECONDS))) tell()
		atLastTick = at
	}
	const timer = setInterval(tick, TICK_MS)
	const onHide = () => document.hidden && tell()
	document.addEventListener('visibilitychange', onHide)
	return {
		words: blocks.map((block) => countWords(block.textContent)),
		stop() {
			tell()
			observer.disconnect()
			clearInterval(timer)
			document.removeEventListener('visibilitychange', onHide)
		},
	}
}

/** What to keep after a report of the watch: seconds add up over visits and browsers, and a text once read stays read. */
export function addReading(
	{ place: held, isRead }: { place: ReadingPlace | null; isRead: boolean },
	{ place, isEndSeen, words }: { place: ReadingPlace; isEndSeen: boolean; words: number },
): { place: ReadingPlace; isRead: boolean } {
	const seconds = Math.min((held?.seconds ?? 0) + place.seconds, 86_400)
	return { place: { ...place, seconds }, isRead: isRead || (isEndSeen && isReadThrough({ words, seconds })) }
}
