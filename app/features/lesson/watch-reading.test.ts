import { expect, onTestFinished, test, vi } from 'vitest'

import { mergeReading, readBlocks, watchReading } from './watch-reading.ts'

/** jsdom has no layout, so the test decides which block is visible. */
let show: (element: Element, isIntersecting: boolean) => void = () => {}
class FakeObserver {
	constructor(told: (changes: { target: Element; isIntersecting: boolean }[]) => void) {
		show = (target, isIntersecting) => told([{ target, isIntersecting }])
	}
	observe() {}
	disconnect() {}
}

function openText() {
	vi.useFakeTimers()
	vi.stubGlobal('IntersectionObserver', FakeObserver)
	onTestFinished(() => {
		vi.useRealTimers()
		vi.unstubAllGlobals()
	})
	const text = document.createElement('div')
	text.innerHTML = '<p>one two</p><h3>three</h3><p>four five six</p>'
	const moves: number[] = []
	const told: (string | number)[][] = []
	const blocks = readBlocks(text)
	const stop = watchReading(blocks, {
		onMove: (block) => moves.push(block),
		onRead: ({ block, of, seconds }, isEndSeen) => told.push([block, of, seconds, isEndSeen ? 'end' : 'not yet']),
	})
	const [first, second, third] = [...text.children] as [Element, Element, Element]
	return { blocks, stop, moves, told, first, second, third }
}

test('the reading position is the topmost visible block, reported once the reader stays there', () => {
	const { blocks, moves, told, first, second } = openText()
	expect(blocks.map(({ heading, words }) => [heading, words])).toEqual([
		[null, 2],
		['three', 1],
		[null, 3],
	])
	expect(second.id).toBe('part-1')
	vi.advanceTimersByTime(60_000)
	expect(told, 'nothing of the text is on the screen').toEqual([])
	show(first, true)
	show(second, true)
	vi.advanceTimersByTime(5000)
	expect(told, 'not yet').toEqual([])
	vi.advanceTimersByTime(60_000)
	expect(told).toEqual([[0, 3, 10, 'not yet']])
	show(first, false)
	vi.advanceTimersByTime(10_000)
	expect(moves).toEqual([0, 0, 1])
	expect(told[1]).toEqual([1, 3, 65, 'not yet'])
})

test('at the end reading time is reported repeatedly and on leaving, and then no more', () => {
	const { stop, told, third } = openText()
	show(third, true)
	vi.advanceTimersByTime(75_000)
	expect(told).toEqual([
		[2, 3, 10, 'end'],
		[2, 3, 30, 'end'],
		[2, 3, 30, 'end'],
	])
	show(third, false)
	vi.advanceTimersByTime(60_000)
	stop()
	vi.advanceTimersByTime(60_000)
	expect(told.slice(3)).toEqual([[2, 3, 5, 'end']])
})

test('scrolling past the text counts its end as seen, even by a key press', () => {
	const { told, first, third } = openText()
	show(first, true)
	vi.advanceTimersByTime(10_000)
	show(first, false)
	third.getBoundingClientRect = () => new DOMRect(0, -50, 100, 40)
	vi.advanceTimersByTime(60_000)
	expect(told).toEqual([
		[0, 3, 10, 'not yet'],
		[2, 3, 0, 'end'],
	])
})

test('a text is read once its end was seen and enough time spent over several visits, and stays read', () => {
	const words = 2200 // takes ten minutes to read
	const place = { block: 9, of: 10, seconds: 150 }
	const once = mergeReading({ place: null, isRead: false }, { place, isEndSeen: true, words })
	expect(once).toEqual({ place, isRead: false })
	const twice = mergeReading(once, { place: { ...place, seconds: 50 }, isEndSeen: true, words })
	expect(twice).toEqual({ place: { ...place, seconds: 200 }, isRead: true })
	expect(mergeReading(once, { place: { ...place, seconds: 50 }, isEndSeen: false, words }).isRead).toBe(false)
	const again = mergeReading(twice, { place: { block: 0, of: 10, seconds: 5 }, isEndSeen: false, words })
	expect(again).toEqual({ place: { block: 0, of: 10, seconds: 205 }, isRead: true })
})
