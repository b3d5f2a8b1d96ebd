import { createContext, type ReactNode, useContext } from 'react'

import { Badge } from '#app/ui/badge.tsx'
import { formatterWithZone } from '#domain/clock/format-with-zone.ts'
import { localClock, localDay } from '#domain/clock/local-clock.ts'
import { daysSinceEpoch } from '#domain/clock/week-date.ts'
import { formatMoney } from '#domain/pricing/money.ts'

import { useConsole } from './page.tsx'

/** Prevents a line break before AM or PM. */
const keepTogether = (time: string) => time.replace(/\s(?=[AP]M)/, '\u00a0')

function makeFormats(timeZone: string) {
	const minute = { timeZone, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
	const full = formatterWithZone(timeZone, 'short')
	const [year, hour, short, day, dayOfYear] = [
		new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }),
		new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }),
		new Intl.DateTimeFormat('en-US', minute),
		new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'short', day: 'numeric' }),
		new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric' }),
	]
	return {
		full: (at: Date) => keepTogether(full(at)),
		day: (at: Date) => day.format(at),
		shortDay: (at: Date, now: Date) => (year.format(at) === year.format(now) ? dayOfYear : day).format(at),
		hour: (at: Date) => keepTogether(hour.format(at)),
		short: (at: Date, now: Date) => (year.format(at) === year.format(now) ? keepTogether(short.format(at)) : day.format(at)),
	}
}

const formats = new Map<string, ReturnType<typeof makeFormats>>()

/** Returns cached formatters: creating one is slow, and a list shows hundreds of times. */
function formatIn(timeZone: string) {
	const made = formats.get(timeZone) ?? makeFormats(timeZone)
	formats.set(timeZone, made)
	return made
}

/** True in a table or list, where naming the zone with every time would be noise. */
export const ShortTimes = createContext(false)

/**
 * A time in the console's time zone, with the zone's name. Inside `ShortTimes`, it has neither zone nor year, and is only the date if
 * it is in another year; hover shows the full time. Hydration warnings are off, because browser and server may use different space
 * characters.
 */
export function Time({ at, isOfDay = false }: { at: Date | null; /** True below a heading with the day. */ isOfDay?: boolean }) {
	const { timeZone, now } = useConsole()
	const isShort = useContext(ShortTimes)
	if (at === null) return '–'
	const { short, full, hour } = formatIn(timeZone)
	return (
		<time dateTime={at.toISOString()} title={isShort || isOfDay ? full(at) : undefined} suppressHydrationWarning>
			{isOfDay ? hour(at) : isShort ? short(at, now) : full(at)}
		</time>
	)
}

/** The day of a time, without the current year, for a column in which the hour doesn’t matter. Hover shows the full time. */
export function Day({ at }: { at: Date }) {
	const { timeZone, now } = useConsole()
	const { shortDay, full } = formatIn(timeZone)
	return (
		<time dateTime={at.toISOString()} title={full(at)} suppressHydrationWarning>
			{shortDay(at, now)}
		</time>
	)
}

/** Returns a function that formats a time without its zone, such as `Nov 26, 8:00 AM`, in the console's time zone. */
export function useTimeFormat(): (at: Date) => string {
	const { timeZone, now } = useConsole()
	return (at) => formatIn(timeZone).short(at, now)
}

/** Returns a function that formats the day of a time, such as `Nov 26, 2026`. Inside `ShortTimes`, the current year is omitted. */
export function useDayFormat(timeZone?: string): (at: Date) => string {
	const { timeZone: consoleZone, now } = useConsole()
	const isShort = useContext(ShortTimes)
	const { day, shortDay } = formatIn(timeZone ?? consoleZone)
	return (at) => (isShort ? shortDay(at, now) : day(at))
}

/**
 * Text on one line. In a narrow column, its end is cut off, and hover shows it in full. A link doesn't underline what is in a grid, so
 * the text repeats its decoration.
 */
export const OneLine = ({ text, className }: { text: string; /** Its widths. */ className: string }) => (
	<span className={`[text-decoration:inherit] md:inline-grid md:align-bottom ${className}`} title={text}>
		<span className="md:truncate">{text}</span>
	</span>
)

export const EmailAddress = ({ email }: { email: string }) => (
	<OneLine text={email} className="address md:max-w-72 md:grid-cols-[minmax(10rem,auto)]" />
)

/** Calendar date, which is the same in all time zones. Inside `ShortTimes`, the current year is omitted. */
export function CalendarDate({ at }: { at: Date }) {
	const formatDay = useDayFormat('UTC')
	return (
		<time className="whitespace-nowrap" dateTime={at.toISOString().slice(0, 10)}>
			{formatDay(at)}
		</time>
	)
}

const DAY_MS = 86_400_000

const UNITS = [
	[DAY_MS, 'day'],
	[3_600_000, 'h'],
	[60_000, 'min'],
] as const

/** Formats a relative time, rounded to one unit, such as `in 3 h`, `2 days ago` or `now`. */
export function formatRelativeTime(time: Date, now: Date): string {
	const ms = time.getTime() - now.getTime()
	const [size, unit] = UNITS.find(([length]) => Math.abs(ms) >= length) ?? [1, '']
	if (unit === '') return 'now'
	const rounded = Math.round(Math.abs(ms) / size)
	const count = `${rounded} ${unit === 'day' && rounded !== 1 ? 'days' : unit}`
	return ms < 0 ? `${count} ago` : `in ${count}`
}

/** Formats a deadline, such as `due in 3 h` or `2 days late`. Days are those of the calendar in the time zone. */
export function formatDue(time: Date, now: Date, timeZone: string): string {
	const dayOf = (at: Date) => daysSinceEpoch(localDay(localClock(timeZone), at.getTime()))
	const days = Math.abs(dayOf(time) - dayOf(now))
	// On a day with 25 hours, a deadline may be more than 24 hours away.
	const isShort = days === 0 || Math.abs(time.getTime() - now.getTime()) < DAY_MS
	const relative = formatRelativeTime(isShort ? time : new Date(now.getTime() + (time > now ? days : -days) * DAY_MS), now)
	return time > now ? `due ${relative}` : relative.replace(' ago', ' late').replace('now', 'due now')
}

/** Returns `formatDue` for the console's time zone. */
export function useDueFormat() {
	const { timeZone } = useConsole()
	return (time: Date, now: Date) => formatDue(time, now, timeZone)
}

export type Tone = 'calm' | 'good' | 'warn' | 'bad'
const TONES = { calm: 'plain', good: 'good', warn: 'sun', bad: 'danger' } as const

export const StateBadge = ({ word, tone = 'calm' }: { word: string; tone?: Tone }) => (
	<Badge tone={TONES[tone]}>{word.replaceAll('_', ' ')}</Badge>
)

export const formatAmountOrCount = (amount: number, currency: string | null): string =>
	currency === null ? amount.toLocaleString('en-US') : formatMoney(amount, currency)

/** Highest total that the server counts. */
const MAX_COUNTED = 1000

/** True if the server stopped counting, so that only the limit is known. */
export const isCountCapped = (count: number) => count > MAX_COUNTED

/** Formats a count of the server, as “1,000+” if there are more. */
export const formatCounted = (count: number) =>
	isCountCapped(count) ? `${MAX_COUNTED.toLocaleString('en-US')}+` : count.toLocaleString('en-US')

/** Formats a part of a whole as a whole percentage. */
export function formatPercent(part: number, of: number): string {
	const percent = (part / of) * 100
	return percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`
}

export const Facts = ({ children }: { children: ReactNode }) => (
	<dl className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-6 gap-y-3 in-[.confirm]:grid-cols-1 [&_dt]:text-soft [&_dd]:wrap-anywhere">
		{children}
	</dl>
)

/** A few figures side by side, in large type. */
export const KeyFigures = ({ children }: { children: ReactNode }) => (
	<dl className="flex flex-wrap gap-x-8 gap-y-3 [&_dd]:text-xl [&_dd]:font-semibold [&_dt]:text-soft">{children}</dl>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
	<div>
		<dt>{name}</dt>
		<dd>{typeof children === 'number' ? children.toLocaleString('en-US') : children}</dd>
	</div>
)

type ShareBarProps = {
	/** Fraction, 0 to 1. */
	share: number
	label?: string
}

export const ShareBar = ({ share, label = `${Math.round(share * 100)}%` }: ShareBarProps) => (
	<span className="inline-flex items-center gap-2 whitespace-nowrap">
		<svg className="w-24 h-2.5 bg-line fill-accent" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
			<rect width={(share * 100).toFixed(1)} height="1" />
		</svg>
		{` ${label}`}
	</span>
)

/** Bar as wide as its column, outlined, so that an empty one isn't taken for a full one. The figure is next to it. */
export const WideBar = ({ share }: { share: number }) => (
	<svg
		className="mt-1 mb-0.5 block h-2.5 w-full border border-line-strong fill-accent"
		viewBox="0 0 100 1"
		preserveAspectRatio="none"
		aria-hidden="true"
	>
		<rect width={(share * 100).toFixed(1)} height="1" />
	</svg>
)
