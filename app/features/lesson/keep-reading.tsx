import { type RefObject, useEffect, useRef } from 'react'

import type { ReadingPlace } from '#domain/reading/reading-place.ts'

import { addReading, watchReading } from './watch-reading.ts'

/** Where the learner is in a text, and how to report more of it. */
export type ReadingRecord = {
	place: ReadingPlace | null
	isRead: boolean
	onRead: (place: ReadingPlace, isRead: boolean) => void
}

type KeepReadingProps = {
	/** Holds the text. */
	frame: RefObject<HTMLElement | null>
	html: string
	record: ReadingRecord
}

/** Keeps how far a text was read. */
export function KeepReading({ frame, html, record }: KeepReadingProps) {
	const latest = useRef(record)
	useEffect(() => {
		latest.current = record
	})
	useEffect(() => {
		const text = frame.current?.querySelector('.prose')
		if (!text) return undefined
		const watch = watchReading(text, {
			onMove: () => {},
			onRead(place, isEndSeen) {
				const held = latest.current
				if (held.isRead && held.place?.block === place.block) return
				const next = addReading(held, { place, isEndSeen, words: watch.words.reduce((sum, words) => sum + words, 0) })
				held.onRead(next.place, next.isRead)
			},
		})
		return () => watch.stop()
	}, [frame, html])
	return null
}
