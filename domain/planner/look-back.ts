import { fitText, isRecord, isNonNegativeInteger } from '#domain/json/read-json.ts'

/** Number of hours in a week. */
export const MAX_HOURS = 168
/** Maximum earnings per week: one million dollars. */
export const MAX_EARNED_CENTS = 100_000_000
/** Maximum length of the lessons learned, in UTF-16 units. */
export const MAX_WORKED_LENGTH = 2000

/** Review of a past week. Null means that nothing was entered, unlike zero. */
export type LookBack = {
	/** Has at most two decimals. */
	hours: number | null
	earnedCents: number | null
	worked: string
	/** Milliseconds since 1970. */
	changedAt: number
}
export type LookBackPart = Partial<Omit<LookBack, 'changedAt'>>

export const EMPTY_LOOK_BACK: LookBack = { hours: null, earnedCents: null, worked: '', changedAt: 0 }

const NUMBER = /^\d{1,9}(?:[.,]\d{0,2})?$/

/**
 * Parses a typed number with at most two decimals after a point or comma. A leading dollar sign is ignored.
 * @returns null if empty, `wrong` unless it is a number from 0 to `max`
 */
function readNumber(typed: string, max: number): number | null | 'wrong' {
	const text = typed.trim().replace(/^\$\s*/, '')
	if (text === '') return null
	const value = NUMBER.test(text) ? Number(text.replace(',', '.')) : Number.NaN
	return value <= max ? value : 'wrong'
}

export const parseHours = (typed: string): number | null | 'wrong' => readNumber(typed, MAX_HOURS)

export function parseEarnings(typed: string): number | null | 'wrong' {
	const amount = readNumber(typed, MAX_EARNED_CENTS / 100)
	return typeof amount === 'number' ? Math.round(amount * 100) : amount
}

const within = (raw: unknown, max: number): number | null => (typeof raw === 'number' && raw >= 0 && raw <= max ? raw : null)

/** Parses a stored look-back; null if the time of its last change is invalid. Other invalid parts count as not entered. */
export function parseLookBack(raw: unknown): LookBack | null {
	if (!isRecord(raw) || !isNonNegativeInteger(raw.changedAt) || raw.changedAt === 0) return null
	const hours = within(raw.hours, MAX_HOURS)
	const earned = within(raw.earnedCents, MAX_EARNED_CENTS)
	return {
		hours: hours === null ? null : Math.round(hours * 100) / 100,
		earnedCents: earned === null ? null : Math.round(earned),
		worked: typeof raw.worked === 'string' ? fitText(raw.worked, MAX_WORKED_LENGTH) : '',
		changedAt: raw.changedAt,
	}
}

/** Returns the newer look-back. For equal times, the text decides, so that the order of merging doesn't matter. */
export function chooseNewerLookBack(a: LookBack | undefined, b: LookBack | undefined): LookBack | undefined {
	if (!a || !b) return a ?? b
	if (a.changedAt !== b.changedAt) return a.changedAt > b.changedAt ? a : b
	return JSON.stringify(a) >= JSON.stringify(b) ? a : b
}

export type WeekWithLookBack = { week: string; lookBack: LookBack }

export type WeeksInFigures = {
	/** Weeks with a look-back, newest first. */
	weeks: readonly WeekWithLookBack[]
	hours: number
	earnedCents: number
	/** Earnings per hour, from weeks that have both earnings and more than zero hours; null if there are none. */
	centsPerHour: number | null
}

const isNoted = ({ hours, earnedCents, worked }: LookBack) => hours !== null || earnedCents !== null || worked.trim() !== ''

/** @param held weeks, newest first */
export function weeksInFigures(held: readonly { week: string; lookBack?: LookBack | undefined }[]): WeeksInFigures {
	const weeks = held.flatMap(({ week, lookBack }) => (lookBack && isNoted(lookBack) ? [{ week, lookBack }] : []))
	const sum = (list: readonly WeekWithLookBack[], of: 'hours' | 'earnedCents') =>
		Math.round(list.reduce((total, { lookBack }) => total + (lookBack[of] ?? 0), 0) * 100) / 100
	const both = weeks.filter(({ lookBack: { hours, earnedCents } }) => hours !== null && hours > 0 && earnedCents !== null)
	return {
		weeks,
		hours: sum(weeks, 'hours'),
		earnedCents: sum(weeks, 'earnedCents'),
		centsPerHour: both.length > 0 ? Math.round(sum(both, 'earnedCents') / sum(both, 'hours')) : null,
	}
}
