import type { ConsoleRequest } from '#server/console/shell/console-request.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 3660
const USUAL_DAYS = 30
/** Preset periods, which end today. */
export const PERIODS = [
	{ days: 7, label: '7 days' },
	{ days: 30, label: '30 days' },
	{ days: 90, label: '90 days' },
	{ days: 365, label: '12 months' },
] as const

/** A period from one UTC midnight to another. */
export type Period = { since: Date; until: Date }

export const toDay = (time: Date): string => time.toISOString().slice(0, 10)

const readDay = (text: string): Date | null => {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
	return time && !Number.isNaN(time.getTime()) && toDay(time) === text ? time : null
}

export const lastDay = ({ until }: Period): string => toDay(new Date(until.getTime() - DAY_MS))

const daysOf = ({ since, until }: Period) => Math.round((until.getTime() - since.getTime()) / DAY_MS)

/** Reads the days from `?from=` to `?to=`, both included; `last` if there is no end. Null if they don't form a period. */
function readCustom(params: URLSearchParams, last: Date): Period | null {
	const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
	const since = readDay(from)
	const end = to === '' ? last : readDay(to)
	if (!since || !end) return null
	const period = { since, until: new Date(end.getTime() + DAY_MS) }
	const days = daysOf(period)
	return days < 1 || days > MAX_DAYS ? null : period
}

/**
 * Reads the period: the last `?days=` (7, 30, 90 or 365), today included, or the days from `?from=` to `?to=`. Defaults to the
 * last thirty days.
 */
export function readPeriod({ url: { searchParams }, ctx }: Pick<ConsoleRequest, 'url' | 'ctx'>) {
	const last = new Date(toDay(ctx.now()))
	const isAsked = ['from', 'to'].some((name) => (searchParams.get(name) ?? '') !== '')
	const custom = isAsked ? readCustom(searchParams, last) : null
	const days = PERIODS.find((each) => String(each.days) === searchParams.get('days'))?.days ?? USUAL_DAYS
	const until = new Date(last.getTime() + DAY_MS)
	const period = custom ?? { since: new Date(until.getTime() - days * DAY_MS), until }
	return { ...period, days: daysOf(period), isCustom: custom !== null, isRefused: isAsked && custom === null }
}

/** Returns a period for its picker. `query` selects the same period again. */
export function presentPeriod({ url: { searchParams } }: Pick<ConsoleRequest, 'url'>, period: ReturnType<typeof readPeriod>) {
	const { since, until, days, isCustom, isRefused } = period
	const [from, to] = [toDay(since), lastDay(period)]
	return {
		from,
		to,
		until,
		isRefused,
		query: isCustom ? `from=${from}&to=${to}` : `days=${days}`,
		typed: isRefused ? { from: searchParams.get('from') ?? '', to: searchParams.get('to') ?? '' } : { from, to },
		choices: PERIODS.map((each) => ({ ...each, isCurrent: !isCustom && each.days === days })),
	}
}
