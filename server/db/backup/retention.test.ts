import { expect, test } from 'vitest'

import type { FullBackup } from './catalog.ts'
import { chooseBackupsToKeep } from './retention.ts'

const DAY_MS = 86_400_000

/** Backups at noon on these days, counted from Monday, June 1, 2026. */
const takenOn = (...days: number[]): FullBackup[] =>
	days.map((day) => {
		const takenAt = new Date(Date.UTC(2026, 5, 1, 12) + day * DAY_MS)
		const place = { series: '1/a', suffix: '.zst', postgresMajor: 18, migration: '0001' }
		return { ...place, takenAt, finishedAt: takenAt, start: 0, stop: 0, parts: [] }
	})

const daysOf = (bases: readonly FullBackup[]) => bases.map(({ takenAt }) => (takenAt.getTime() - Date.UTC(2026, 5, 1, 12)) / DAY_MS)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('a restored database’s first backup removes no moment before it', () => {
	const [wrong, ...restored] = takenOn(0, 0.125, 0.25).map((base, index) => ({ ...base, series: index === 0 ? '1/a' : '1/b' }))
	expect(chooseBackupsToKeep([wrong, ...restored].filter((base) => base !== undefined)).kept).toEqual([wrong, ...restored])
})

test.each([
	{ what: 'the first day', days: [0], kept: [0], logFrom: 0 },
	{ what: 'a week', days: range(0, 6), kept: range(0, 6), logFrom: 0 },
	{ what: '60 days: 7 days, and the last of each of 4 weeks', days: range(0, 59), kept: [41, 48, ...range(53, 59)], logFrom: 53 },
	{ what: 'three on the first day: the first and the last', days: [0, 0.125, 0.25, 1], kept: [0, 0.25, 1], logFrom: 0 },
	{ what: 'two on a later day: the last', days: [0, 1, 1.25], kept: [0, 1.25], logFrom: 0 },
	{ what: 'a server that was off for months', days: [0, 1, 100, 200], kept: [0, 1, 100, 200], logFrom: 0 },
	{ what: 'a clock a day ahead for one backup', days: [0, 1, 2, 4, 4.1, 5], kept: [0, 1, 2, 4.1, 5], logFrom: 0 },
	{ what: 'a clock a year ahead for one backup', days: [...range(0, 7), 365], kept: [2, 3, 4, 5, 6, 7, 365], logFrom: 2 },
	{ what: 'none', days: [], kept: [], logFrom: undefined },
])('retention keeps the right backups: $what', ({ days, kept, logFrom }) => {
	const choice = chooseBackupsToKeep(takenOn(...days))
	expect(daysOf(choice.kept)).toEqual(kept)
	expect(choice.logFrom && daysOf([choice.logFrom])[0]).toEqual(logFrom ?? null)
})
