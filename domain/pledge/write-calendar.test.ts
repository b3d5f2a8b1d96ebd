import ICAL from 'ical.js'
import { expect, test } from 'vitest'

import { nextEvening } from './next-evening.ts'
import type { Pledge } from './pledge.ts'
import { type CalendarOptions, writeCalendar } from './write-calendar.ts'

const PLEDGE: Pledge = { evenings: ['MO', 'SU'], minuteOfDay: 1170, zone: 'Europe/Berlin', weeklyGoal: 3 }
const WISH: CalendarOptions = {
	name: 'Course evenings',
	producer: '-//Launchway//Pledge//EN',
	pledge: PLEDGE,
	since: '2026-03-20',
	changedAtMs: Date.parse('2026-03-20T10:00:00Z'),
	event: {
		uid: '1@academy.example',
		summary: 'Value Mapping',
		description: 'Open it',
		url: 'https://academy.example/course/module1?section=a',
	},
}

/** Parses the calendar with Mozilla's parser, using the time zone that the file defines. */
function readBack(text: string) {
	const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
	const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!)
	const found = calendar.getFirstSubcomponent('vevent')
	if (!found) return { zone, event: null, times: () => [] }
	const event = new ICAL.Event(found)
	const times = (count: number) => {
		const iterator = event.iterator()
		return Array.from({ length: count }, () => {
			const time = iterator.next()
			time.zone = zone
			return time.toJSDate().getTime()
		})
	}
	return { zone, event, times }
}

test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca', 'America/Santiago', 'UTC'])(
	'%s: another parser finds two years of evenings at the right times',
	(zone) => {
		const pledge = { ...PLEDGE, zone }
		const { event, times } = readBack(writeCalendar({ ...WISH, pledge }))
		expect([event?.uid, event?.summary, event?.duration.toString()]).toEqual(['1@academy.example', 'Value Mapping', 'PT45M'])
		const wanted: number[] = []
		for (let nowMs = Date.parse('2026-03-20T12:00:00Z'); wanted.length < 208; nowMs = wanted.at(-1)!)
			wanted.push(nextEvening(pledge, nowMs).startsAtMs)
		expect(times(208).map((time) => new Date(time).toISOString())).toEqual(wanted.map((time) => new Date(time).toISOString()))
	},
)

test('lines end with CRLF after at most 75 octets, and hostile text is escaped', () => {
	const summary = `Déjà vu, 日本語 ${'ü'.repeat(200)}; 50 % \\ "x"\nBEGIN:VALARM\r\nEND:VCALENDAR\u0000\u0007`
	const text = writeCalendar({ ...WISH, event: { ...WISH.event!, summary, description: 'x'.repeat(100_000) } })
	const lines = text.split('\r\n')
	expect([lines.at(-1), text.replaceAll('\r\n', '').includes('\n')]).toEqual(['', false])
	expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75)
	const { event } = readBack(text)
	expect([event?.summary, event?.description.length]).toEqual([
		`Déjà vu, 日本語 ${'ü'.repeat(200)}; 50 % \\ "x"\nBEGIN:VALARM\nEND:VCALENDAR  `,
		100_000,
	])
	expect(event?.component.getAllSubcomponents('valarm')).toEqual([])
})

test('without an evening the file is still a valid calendar', () => {
	const { zone, event } = readBack(writeCalendar({ ...WISH, event: null }))
	expect([zone.tzid, event]).toEqual(['Europe/Berlin', null])
})

test('the same input gives the same file', () => expect(writeCalendar(WISH)).toBe(writeCalendar({ ...WISH })))
