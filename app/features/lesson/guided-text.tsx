import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import type { ReadingPlace } from '#domain/reading/reading-place.ts'
import { partIndexOf, resumeAt, formatPlace, textParts } from '#domain/reading/text-parts.ts'

import { ReadingLook, useReadingLook } from './reading-look.tsx'
import { mergeReading, readBlocks, watchReading, type ShownBlock } from './watch-reading.ts'

export type ReadingRecord = {
	place: ReadingPlace | null
	isRead: boolean
	onRead: (place: ReadingPlace, isRead: boolean) => void
}

type GuidedTextProps = { html: string; record: ReadingRecord; children: ReactNode }

/** Minimum width for showing the outline next to the text. */
const WIDE = '(min-width: 80rem)'

export function GuidedText({ html, record, children }: GuidedTextProps) {
	const frame = useRef<HTMLDivElement>(null)
	const [blocks, setBlocks] = useState<readonly ShownBlock[]>([])
	const [at, setAt] = useState(0)
	const look = useReadingLook()
	const stopped = useReading({ frame, html, record, onBlocks: setBlocks, onMove: setAt })
	const [isResumed, setResumed] = useState(false)
	const to = stopped && resumeAt(stopped, blocks.length)
	if (to !== null && at >= to && !isResumed) setResumed(true)

	function goTo(block: number) {
		const element = blocks[block]?.element
		if (!element) return
		element.setAttribute('tabindex', '-1')
		element.focus({ preventScroll: true })
		element.scrollIntoView()
	}

	return (
		<div ref={frame} className="guided-text" data-size={look.size} data-width={look.width}>
			<div className="guided-start screen-only">
				{to !== null && !isResumed && (
					<Button
						variant="quiet"
						onClick={() => {
							setResumed(true)
							goTo(to)
						}}
					>
						Continue where you left off
					</Button>
				)}
				<ReadingLook {...look} />
			</div>
			<Outline blocks={blocks} at={at} onGo={goTo} />
			<div className="min-w-0">{children}</div>
		</div>
	)
}

function Outline({ blocks, at, onGo }: { blocks: readonly ShownBlock[]; at: number; onGo: (block: number) => void }) {
	const details = useRef<HTMLDetailsElement>(null)
	// Lessons are never server-rendered, so the first render can query the screen width without a hydration mismatch.
	const [isWide] = useState(() => window.matchMedia(WIDE).matches)
	const parts = textParts(blocks)
	const current = partIndexOf(parts, at)

	function go(event: MouseEvent, block: number) {
		if (event.metaKey || event.ctrlKey || event.shiftKey) return
		event.preventDefault()
		if (!window.matchMedia(WIDE).matches && details.current) details.current.open = false
		onGo(block)
	}

	return (
		<nav aria-label="Parts of this lesson" className="text-outline screen-only">
			<details ref={details} open={isWide}>
				<summary>{formatPlace(blocks, at)}</summary>
				<ol>
					{parts.map(({ title, first }, index) => (
						<li key={first}>
							<a
								className="outline-link"
								href={`#${blocks[first]?.element.id}`}
								aria-current={index === current ? 'location' : undefined}
								onClick={(event) => go(event, first)}
							>
								{title}
							</a>
						</li>
					))}
				</ol>
			</details>
		</nav>
	)
}

type Reading = Omit<GuidedTextProps, 'children'> & {
	frame: { readonly current: HTMLElement | null }
	onBlocks: (blocks: readonly ShownBlock[]) => void
	onMove: (block: number) => void
}

/**
 * Tracks and stores the reading position.
 * @returns the position before this visit, which the account may report later
 */
function useReading({ frame, html, record, onBlocks, onMove }: Reading): ReadingPlace | null {
	const latest = useRef(record)
	const [hasReported, setReported] = useState(false)
	const [stopped, setStopped] = useState(record.place)
	if (!hasReported && stopped !== record.place && !isSamePlace(stopped, record.place)) setStopped(record.place)
	useEffect(() => {
		latest.current = record
	})
	// Runs before paint, so that the outline doesn't shift the layout.
	useLayoutEffect(() => {
		const text = frame.current?.querySelector('.prose')
		if (text) onBlocks(readBlocks(text))
	}, [frame, html, onBlocks])
	useEffect(() => {
		const text = frame.current?.querySelector('.prose')
		if (!text) return undefined
		if (location.hash.startsWith('#part-')) document.getElementById(location.hash.slice(1))?.scrollIntoView()
		const blocks = readBlocks(text)
		const words = blocks.reduce((sum, block) => sum + block.words, 0)
		return watchReading(blocks, {
			onMove,
			onRead(place, isEndSeen) {
				setReported(true)
				const held = latest.current
				if (held.isRead && held.place?.block === place.block) return
				const next = mergeReading(held, { place, isEndSeen, words })
				held.onRead(next.place, next.isRead)
			},
		})
	}, [frame, html, onMove])
	return stopped
}

const isSamePlace = (a: ReadingPlace | null, b: ReadingPlace | null) => a?.block === b?.block && a?.of === b?.of
