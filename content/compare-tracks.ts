import { formatSpan } from './render-figure/bar-rows.ts'
import type { CareerPath, CareerTrack } from './schema/career-path.ts'
import type { FigureOf } from './schema/figure.ts'

type Span = readonly [number, number]

const numbersOf = (text: string): Span => {
	const [low = 0, high = 0] = (text.match(/[\d,]+/g) ?? []).map((digits) => Number(digits.replaceAll(',', '')))
	return [low, high]
}
const weeksOf = ({ timeToIncome }: CareerTrack) => numbersOf(timeToIncome)

/** Reads each measure from the texts that pages show, so that the comparison can't contradict them. */
const MEASURES = {
	weeks: { unit: 'weeks', read: weeksOf },
	cost: { unit: '$', read: ({ startCost }: CareerTrack): Span => startCost },
	/** Hours until the first income, which are lost if the track doesn't work out. */
	hours: {
		unit: 'h',
		read: (track: CareerTrack): Span => [track.hoursAWeek[0] * weeksOf(track)[0], track.hoursAWeek[1] * weeksOf(track)[1]],
	},
	income: { unit: '$', read: ({ incomeRange }: CareerTrack) => numbersOf(incomeRange) },
} as const

const IDS = ['weeks', 'cost', 'hours', 'income'] as const

export type TrackComparison = {
	figures: FigureOf<'ranges'>[]
	/** Table of the values as text: one row per track, one cell per figure. */
	rows: { track: string; cells: string[] }[]
}

/** Compares the tracks, with one figure per measure that shows each track's range on a scale from zero. */
export function compareTracks({ tracks, comparison }: Pick<CareerPath, 'tracks' | 'comparison'>): TrackComparison {
	const figures = IDS.map((id): FigureOf<'ranges'> => {
		const { unit, read } = MEASURES[id]
		const ranges = tracks.map((track) => ({ label: track.title, low: read(track)[0], high: read(track)[1] }))
		const { title, caption } = comparison.measures[id]
		const spans = ranges.map(({ label, low, high }) => `${label} ${formatSpan(low, high, unit)}`)
		const to = Math.max(...ranges.map(({ high }) => high), 1)
		return { kind: 'ranges', title, caption, alt: `${spans.join('; ')}.`, unit, from: 0, to, ranges }
	})
	const rows = tracks.map(({ title }, index) => ({
		track: title,
		cells: figures.map(({ ranges, unit }) => formatSpan(ranges[index]?.low ?? 0, ranges[index]?.high ?? 0, unit)),
	}))
	return { figures, rows }
}
