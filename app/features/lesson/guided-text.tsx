import { type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import type { ReadingPlace } from '#domain/reading/reading-place.ts'
import { partIndexOf, resumeAt, formatPlace, textParts } from '#domain/reading/text-parts.ts'

import { ArrowSummary, ReadingLook, useReadingLook } from './reading-look.tsx'
import { mergeReading, readBlocks, watchReading, type RenderedBlock } from './watch-reading.ts'

export type ReadingRecord = {
	place: ReadingPlace | null
	isRead: boolean
	onRead: (place: ReadingPlace, isRead: boolean) => void
}

type GuidedTextProps = { html: string; record: ReadingRecord; children: ReactNode }

/** Minimum width for showing the outline next to the text. */
const WIDE = '(min-width: 80rem)'

const BESIDE = 'xl:grid-cols-[minmax(0,1fr)_12.5rem]'
/** Text sizes, applied only if they are larger than the browser's default. */
const SIZES = {
	normal: '',
	large: '@min-[20rem]/guided:[&_.prose]:[zoom:1.2]',
	larger: '@min-[20rem]/guided:[&_.prose]:[zoom:1.45]',
}
const WIDTHS = { normal: '', narrow: '[&_.prose]:max-w-[32rem]', wide: '[&_.prose]:max-w-none' }

export function GuidedText({ html, record, children }: GuidedTextProps) {
	const frame = useRef<HTMLDivElement>(null)
	const [blocks, setBlocks] = useState<readonly RenderedBlock[]>([])
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
		<div ref={frame} className={`@container/guided grid gap-x-10 ${look.width === 'wide' ? '' : BESIDE}`}>
			<div
				className={`screen-only mb-4 flex min-h-11 flex-wrap items-start gap-x-6 gap-y-2 ${look.width === 'wide' ? '' : 'xl:col-span-full'}`}
			>
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
			<Outline blocks={blocks} at={at} isBeside={look.width !== 'wide'} onGo={goTo} />
			<div className={`min-w-0 [&_.prose>*]:scroll-mt-12 ${SIZES[look.size]} ${WIDTHS[look.width]}`}>{children}</div>
		</div>
	)
}

/** Sticky, unless that would leave too little space for the text. */
const OUTLINE_ABOVE =
	'relative mb-5 border-y border-line-strong [@media(height>=40rem)]:@min-[20rem]/guided:sticky [@media(height>=40rem)]:@min-[20rem]/guided:top-18'
const OUTLINE_BESIDE =
	'max-xl:relative max-xl:mb-5 max-xl:border-y max-xl:border-line-strong max-xl:[@media(height>=40rem)]:@min-[20rem]/guided:sticky max-xl:[@media(height>=40rem)]:@min-[20rem]/guided:top-18 xl:sticky xl:top-26 xl:col-start-2 xl:row-start-2 xl:max-h-[calc(100dvh-8rem)] xl:self-start xl:overflow-y-auto'
const LIST_ABOVE = 'absolute inset-x-0 top-full max-h-[60dvh] border-b-2 border-ink'
const LIST_BESIDE = 'max-xl:absolute max-xl:inset-x-0 max-xl:top-full max-xl:max-h-[60dvh] max-xl:border-b-2 max-xl:border-ink'

type OutlineProps = {
	blocks: readonly RenderedBlock[]
	at: number
	/** False to keep the outline above the text, even on wide screens. */
	isBeside: boolean
	onGo: (block: number) => void
}

function Outline({ blocks, at, isBeside, onGo }: OutlineProps) {
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
		<nav aria-label="Parts of this lesson" className={`screen-only z-20 bg-ground ${isBeside ? OUTLINE_BESIDE : OUTLINE_ABOVE}`}>
			<details ref={details} open={isWide}>
				<ArrowSummary className="font-semibold tabular-nums">{formatPlace(blocks, at)}</ArrowSummary>
				<ol className={`overflow-y-auto bg-ground py-2 ${isBeside ? LIST_BESIDE : LIST_ABOVE}`}>
					{parts.map(({ title, first }, index) => (
						<li key={first}>
							<a
								className={`block border-l-3 px-3 py-2 leading-[1.3] hover:text-accent-ink ${index === current ? 'border-accent font-semibold' : 'border-transparent'}`}
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
	onBlocks: (blocks: readonly RenderedBlock[]) => void
	onMove: (block: number) => void
}

/**
 * Tracks and stores the reading position.
 * @returns the position before this visit; it may arrive later, from the account
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
