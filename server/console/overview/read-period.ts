import type { ConsoleRequest } from '#server/console/shell/console-request.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 3660
export const PERIODS = [7, 30, 90, 365] as const

/** From the start of one day to the start of another, in UTC. */
export type Period = { since: Date; until: Date }

export const toDay = (time: Date): string => time.toISOString().slice(0, 10)

const readDay = (text: string): Date | null => {
	const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
	return time && !Number.isNaN(time.getTime()) && toDay(time) === text ? time : null
}

const endOfToday = (now: Date) => new Date(Date.parse(toDay(now)) + DAY_MS)

/** The last day that belongs to the period. */
export const lastDay = ({ until }: Period): string => toDay(new Date(until.getTime() - DAY_MS))

/** Whole days from `?from=` to `?to=`, both included; without them, and for dates that are not a period, the last thirty. */
export function readDays({ url: { searchParams }, ctx }: ConsoleRequest): { period: Period; isRefused: boolean } {
	const last = endOfToday(ctx.now())
	const usual = { since: new Date(last.getTime() - 30 * DAY_MS), until: last }
	const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '']
	if (from === '' && to === '') return { period: usual, isRefused: false }
	const since = readDay(from)
	const end = to === '' ? new Date(last.getTime() - DAY_MS) : readDay(to)
	const days = since && end ? (end.getTime() - since.getTime()) / DAY_MS + 1 : 0
	if (!since || !end || days < 1 || days > MAX_DAYS) return { period: usual, isRefused: true }
	return { period: { since, until: new Date(end.getTime() + DAY_MS) }, isRefused: false }
}

export type OverviewPeriod = Period & {
	days: number
	/** Chosen by its first and last day. */
	isCustom: boolean
	isRefused: boolean
}

/** The last 7, 30, 90 or 365 days, today included: `?days=`; or the whole days from `?from=` to `?to=`. */
export function readLast(request: Pick<ConsoleRequest, 'url' | 'ctx'>): OverviewPeriod {
	const { searchParams } = request.url
	const isAsked = searchParams.has('from') || searchParams.has('to')
	const custom = isAsked ? readDays(request as ConsoleRequest) : null
	if (custom && !custom.isRefused) {
		const { since, until } = custom.period
		return { since, until, days: Math.round((until.getTime() - since.getTime()) / DAY_MS), isCustom: true, isRefused: false }
	}
	const days = PERIODS.find((each) => String(each) === searchParams.get('days')) ?? 30
	const until = endOfToday(request.ctx.now())
	return { days, since: new Date(until.getTime() - days * DAY_MS), until, isCustom: false, isRefused: custom !== null }
}
