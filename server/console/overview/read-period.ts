import { sql } from 'kysely'

import { localClock, localDay } from '#domain/clock/local-clock.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { formatZoneName } from '#server/console/shell/format-zone-name.ts'
import type { Db } from '#server/db/database.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 3660
/** An academy's first days would leave a chart of 30 days almost empty. */
const [DEFAULT_PERIOD, FIRST_PERIOD] = ['days=30', 'days=7']

/** First day, and the day after the last one. Days in the academy's time zone, represented as midnights in UTC. */
export type Period = { since: Date; until: Date }

const nextDay = (day: Date) => new Date(day.getTime() + DAY_MS)
const lastDays = (days: number) => (last: Date) => ({ since: new Date(last.getTime() - (days - 1) * DAY_MS), until: nextDay(last) })
const firstOfMonth = (day: Date, months: number) => new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1))

/** Preset periods. `read` gets the current day. */
const PERIODS = [
	{ query: 'days=1', label: 'Today', read: lastDays(1) },
	{ query: 'days=yesterday', label: 'Yesterday', read: (last: Date) => ({ since: new Date(last.getTime() - DAY_MS), until: last }) },
	{ query: 'month=this', label: 'This month', read: (last: Date) => ({ since: firstOfMonth(last, 0), until: nextDay(last) }) },
	{ query: 'month=last', label: 'Last month', read: (last: Date) => ({ since: firstOfMonth(last, -1), until: firstOfMonth(last, 0) }) },
	{ query: FIRST_PERIOD, label: 'Last 7 days', read: lastDays(7) },
	{ query: DEFAULT_PERIOD, label: 'Last 30 days', read: lastDays(30) },
	{ query: 'days=90', label: 'Last 90 days', read: lastDays(90) },
	{ query: 'days=365', label: 'Last 12 months', read: lastDays(365) },
] as const

export const isoDay = (time: Date): string => time.toISOString().slice(0, 10)

const readDay = (text: string): Date | null => {
	const time = /^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
	return time && !Number.isNaN(time.getTime()) && isoDay(time) === text ? time : null
}

export const lastDay = ({ until }: Period): string => isoDay(new Date(until.getTime() - DAY_MS))

const daysOf = ({ since, until }: Period) => Math.round((until.getTime() - since.getTime()) / DAY_MS)

/** Reads the days from `?from=` to `?to=`, both included; `last` if there is no end. Null if they don't form a period. */
function readCustom(params: URLSearchParams, last: Date): Period | null {
	const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
	const since = readDay(from)
	const end = to === '' ? last : readDay(to)
	if (!since || !end) return null
	const period = { since, until: nextDay(end) }
	const days = daysOf(period)
	return days < 1 || days > MAX_DAYS ? null : period
}

/** Returns the parameters of the period. A form without JavaScript sends them as one: `?period=days%3D30`. */
const paramsOf = ({ searchParams }: URL) => {
	const period = searchParams.get('period')
	return period === null ? searchParams : new URLSearchParams(period)
}

/** Returns the first day with metrics; null before the first. */
export async function findFirstDay(db: Db): Promise<string | null> {
	const { rows } = await sql<{ first: string | null }>`select min(day)::text as first from daily_metrics
		where part in ('accounts', 'events')`.execute(db)
	return rows[0]?.first ?? null
}

/**
 * Reads the period: a preset (`?month=`, or `?days=`, mostly including today), or `?from=` to `?to=`. Defaults to the last 30 days, in
 * the first week to the last 7.
 * @param firstDay as `findFirstDay` returns it
 */
export function readPeriod({ url, ctx }: Pick<ConsoleRequest, 'url' | 'ctx'>, firstDay: string | null) {
	const searchParams = paramsOf(url)
	const last = new Date(localDay(localClock(siteZone(ctx.content)), ctx.now().getTime()))
	const isAsked = ['from', 'to'].some((name) => (searchParams.get(name) ?? '') !== '')
	const custom = isAsked ? readCustom(searchParams, last) : null
	const queries = ['month', 'days'].map((name) => `${name}=${searchParams.get(name) ?? ''}`)
	const preset = PERIODS.find(({ query }) => queries.includes(query))
	const isFirstWeek = firstDay === null || firstDay >= isoDay(lastDays(7)(last).since)
	const { query, read } =
		preset ?? (isFirstWeek ? { query: FIRST_PERIOD, read: lastDays(7) } : { query: DEFAULT_PERIOD, read: lastDays(30) })
	const period = custom ?? read(last)
	return {
		...period,
		days: daysOf(period),
		isOver: period.until <= last,
		preset: custom === null ? query : null,
		isRefused: isAsked && custom === null,
	}
}

const daysFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' })

/** Formats the days of a period, such as `Oct 29 – Nov 27, 2026`. */
export const formatPeriod = (period: Period): string =>
	daysFormat.formatRange(period.since, new Date(lastDay(period))).replaceAll('\u2009', ' ')

const formatTimeOfDay = (now: Date, timeZone: string) =>
	new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(now).replaceAll('\u202F', ' ')

/** Returns the period for the page; `query` selects the same period again. */
export function presentPeriod({ url, ctx }: Pick<ConsoleRequest, 'url' | 'ctx'>, period: ReturnType<typeof readPeriod>) {
	const searchParams = paramsOf(url)
	const { since, preset, isRefused } = period
	const [from, to] = [isoDay(since), lastDay(period)]
	const ofDays = `from=${from}&to=${to}`
	return {
		from,
		to,
		days: formatPeriod(period),
		zone: formatZoneName(siteZone(ctx.content)),
		/** Time of day until which today counts; null if the period is over. */
		soFar: period.isOver ? null : formatTimeOfDay(ctx.now(), siteZone(ctx.content)),
		isRefused,
		query: preset ?? ofDays,
		typed: isRefused ? { from: searchParams.get('from') ?? '', to: searchParams.get('to') ?? '' } : { from, to },
		choices: [...PERIODS, { query: ofDays, label: 'Custom dates' }].map(({ query, label }) => ({
			query,
			label,
			isCurrent: query === (preset ?? ofDays),
		})),
		isCustom: preset === null || isRefused,
	}
}
