import { calendarText, writeLines } from '#domain/clock/calendar-file.ts'
import { type LocalClock, localClock, localDay } from '#domain/clock/local-clock.ts'
import { addDays, daysSinceEpoch, formatEpochDay } from '#domain/clock/week-date.ts'

import { formatMinute, type Pledge, weekdayOf } from './pledge.ts'

export type CalendarEvent = {
	/** ID of the event, which must never change. */
	uid: string
	summary: string
	description: string
	url: string
}

export type CalendarOptions = {
	/** Calendar name shown in apps. */
	name: string
	/** Name of the software that wrote the file. */
	producer: string
	pledge: Pledge
	since: string
	/** Time of the last change, in milliseconds since 1970. */
	changedAtMs: number
	/** Null if the calendar has no events, for example after the course is completed. */
	event: CalendarEvent | null
}

const DAY_MS = 86_400_000
/** Interval between checks for offset changes. No time zone changes its offset twice within it. */
const STEP_MS = 7 * DAY_MS
/** Period for which offset changes are listed. That is enough, because calendar apps fetch the file again every few hours. */
const AHEAD_MS = 3 * 366 * DAY_MS
const SESSION = 'PT45M'

const two = (part: number) => String(part).padStart(2, '0')
const digits = (time: string) => time.replaceAll(/[-:]/g, '')
/** Formats a local time as `20261123T193000`. */
function stamp(atMs: number): string {
	const seconds = Math.floor((atMs % DAY_MS) / 1000)
	return `${digits(formatEpochDay(Math.floor(atMs / DAY_MS)))}T${digits(formatMinute(Math.floor(seconds / 60)))}${two(seconds % 60)}`
}

function offsetText(minutes: number): string {
	const size = Math.abs(minutes)
	return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${two(size % 60)}`
}

type Change = { atMs: number; from: number; to: number }

/** Finds offset changes by checking every week, then searching within the week of a change. */
function findChanges({ offsetMinutesAt }: LocalClock, startMs: number, endMs: number): Change[] {
	const changes: Change[] = []
	let from = offsetMinutesAt(startMs)
	for (let weekMs = startMs; weekMs < endMs; weekMs += STEP_MS) {
		const to = offsetMinutesAt(weekMs + STEP_MS)
		if (to === from) continue
		let [low, high] = [weekMs, weekMs + STEP_MS]
		while (high - low > 60_000) {
			const middle = low + Math.floor((high - low) / 120_000) * 60_000
			if (offsetMinutesAt(middle) === from) low = middle
			else high = middle
		}
		changes.push({ atMs: high, from, to })
		from = to
	}
	return changes
}

const observance = (kind: 'STANDARD' | 'DAYLIGHT', { atMs, from, to }: Change): string[] => [
	`BEGIN:${kind}`,
	// Local time of the change, in the offset before it.
	`DTSTART:${stamp(atMs + from * 60_000)}`,
	`TZOFFSETFROM:${offsetText(from)}`,
	`TZOFFSETTO:${offsetText(to)}`,
	`END:${kind}`,
]

/** Writes a time zone's rules, from the previous year on, as a list of all changes, so that no recurrence rule has to be derived. */
function zoneLines({ pledge: { zone }, since, changedAtMs }: CalendarOptions): string[] {
	const clock = localClock(zone)
	const startMs = daysSinceEpoch(`${Number(since.slice(0, 4)) - 1}-01-01`) * DAY_MS
	const standing = clock.offsetMinutesAt(startMs)
	const changes = findChanges(clock, startMs, changedAtMs + AHEAD_MS)
	return [
		'BEGIN:VTIMEZONE',
		`TZID:${zone}`,
		...observance('STANDARD', { atMs: startMs - standing * 60_000, from: standing, to: standing }),
		...changes.flatMap((change) => observance(change.to > change.from ? 'DAYLIGHT' : 'STANDARD', change)),
		'END:VTIMEZONE',
	]
}

function firstEvening({ evenings }: Pledge, since: string): string {
	for (let count = 0; count < 7; count += 1) if (evenings.includes(weekdayOf(addDays(since, count)))) return addDays(since, count)
	return since
}

const eventLines = ({ pledge, since, changedAtMs }: CalendarOptions, { uid, summary, description, url }: CalendarEvent): string[] => [
	'BEGIN:VEVENT',
	`UID:${uid}`,
	`DTSTAMP:${stamp(changedAtMs)}Z`,
	`DTSTART;TZID=${pledge.zone}:${digits(firstEvening(pledge, since))}T${digits(formatMinute(pledge.minuteOfDay))}00`,
	`DURATION:${SESSION}`,
	`RRULE:FREQ=WEEKLY;WKST=MO;BYDAY=${pledge.evenings.join(',')}`,
	`SUMMARY:${calendarText(summary)}`,
	`DESCRIPTION:${calendarText(description)}`,
	`URL:${url}`,
	'END:VEVENT',
]

/**
 * Writes a calendar feed (RFC 5545). It has a weekly event in local time and the zone's rules, so that 7:30 p.m. stays 7:30 p.m. when
 * clocks change.
 */
export function writeCalendar(options: CalendarOptions): string {
	const lines = [
		'BEGIN:VCALENDAR',
		'VERSION:2.0',
		`PRODID:${calendarText(options.producer)}`,
		'CALSCALE:GREGORIAN',
		'METHOD:PUBLISH',
		`X-WR-CALNAME:${calendarText(options.name)}`,
		'REFRESH-INTERVAL;VALUE=DURATION:PT4H',
		'X-PUBLISHED-TTL:PT4H',
		...zoneLines(options),
		...(options.event ? eventLines(options, options.event) : []),
		'END:VCALENDAR',
	]
	return writeLines(lines)
}

/** Returns the first local date on which evenings count. */
export const firstCountedDay = (zone: string, atMs: number): string => localDay(localClock(zone), atMs)
