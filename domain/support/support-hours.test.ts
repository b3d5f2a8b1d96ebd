import { expect, test } from 'vitest'

import { businessDaysDueAt, describeDueTime, supportDueAt } from './support-hours.ts'

const HOUR_MS = 3_600_000
const at = (text: string) => Date.parse(text)
const isSupportOpen = (time: number) => supportDueAt(time, 1) === time + 1

// In November, New York is five hours behind UTC. November 16, 2026, is a Monday.
test.each([
	['Monday, just before nine', '2026-11-16T08:59:59.999-05:00', false],
	['Monday at nine', '2026-11-16T09:00:00-05:00', true],
	['Monday, just before six', '2026-11-16T17:59:59.999-05:00', true],
	['Monday at six', '2026-11-16T18:00:00-05:00', false],
	['Friday at noon', '2026-11-20T12:00:00-05:00', true],
	['Saturday at nine', '2026-11-21T09:00:00-05:00', false],
	['Saturday, just before ten', '2026-11-21T09:59:59.999-05:00', false],
	['Saturday at ten', '2026-11-21T10:00:00-05:00', true],
	['Saturday, just before four', '2026-11-21T15:59:59.999-05:00', true],
	['Saturday at four', '2026-11-21T16:00:00-05:00', false],
	['Sunday at noon', '2026-11-22T12:00:00-05:00', false],
	['a summer Monday at nine', '2026-07-06T09:00:00-04:00', true],
	['a summer Monday at nine by the winter clock', '2026-07-06T08:59:00-04:00', false],
	['the Monday after the clocks went forward, at nine', '2026-03-09T09:00:00-04:00', true],
	['the Monday after the clocks went back, at nine', '2026-11-02T09:00:00-05:00', true],
	['the Monday after the clocks went back, at nine by the summer clock', '2026-11-02T09:00:00-04:00', false],
])('%s: open is %s → %s', (_, time, open) => {
	expect(isSupportOpen(at(time))).toBe(open)
})

test.each([
	['Monday at nine: two days and six hours', '2026-11-16T09:00:00-05:00', '2026-11-18T15:00:00-05:00'],
	['Monday in the night counts from nine', '2026-11-16T02:30:00-05:00', '2026-11-18T15:00:00-05:00'],
	['Monday at six counts from Tuesday', '2026-11-16T18:00:00-05:00', '2026-11-19T15:00:00-05:00'],
	['a second before closing uses that second', '2026-11-16T17:59:59-05:00', '2026-11-19T14:59:59-05:00'],
	['Friday at nine: nine hours, six on Saturday, nine on Monday', '2026-11-20T09:00:00-05:00', '2026-11-23T18:00:00-05:00'],
	['a moment later than that is due on Tuesday', '2026-11-20T09:00:00.001-05:00', '2026-11-24T09:00:00.001-05:00'],
	['Saturday at four counts from Monday', '2026-11-21T16:00:00-05:00', '2026-11-25T15:00:00-05:00'],
	['Sunday counts from Monday', '2026-11-22T12:00:00-05:00', '2026-11-25T15:00:00-05:00'],
	['over the night the clocks go forward', '2026-03-06T18:00:00-05:00', '2026-03-10T18:00:00-04:00'],
	['over the night the clocks go back', '2026-10-30T18:00:00-04:00', '2026-11-03T18:00:00-05:00'],
	['written at one in the morning of that night', '2026-11-01T01:30:00-04:00', '2026-11-04T15:00:00-05:00'],
	['written in the repeated hour of that night', '2026-11-01T01:30:00-05:00', '2026-11-04T15:00:00-05:00'],
])('%s', (_, arrived, due) => {
	expect(new Date(supportDueAt(at(arrived))).toISOString()).toBe(new Date(at(due)).toISOString())
})

test.each([
	['to the end of the day', '2026-11-16T12:00:00-05:00', 6, '2026-11-16T18:00:00-05:00'],
	['to the end of Saturday', '2026-11-21T10:00:00-05:00', 6, '2026-11-21T16:00:00-05:00'],
	['an hour more than Saturday has', '2026-11-21T10:00:00-05:00', 7, '2026-11-23T10:00:00-05:00'],
	['an hour, written on Sunday', '2026-11-22T10:00:00-05:00', 1, '2026-11-23T10:00:00-05:00'],
] as const)('a different number of hours: %s', (...[, arrived, hours, due]) => {
	expect(supportDueAt(at(arrived), hours * HOUR_MS)).toBe(at(due))
})

test('a message is always due within support hours, exactly 24 open hours later', () => {
	const first = at('2026-01-01T00:00:00Z')
	const quarter = HOUR_MS / 4
	for (let step = 0; step < 20; step += 1) {
		const arrived = first + step * 18.75 * 24 * HOUR_MS
		const due = supportDueAt(arrived)
		let open = 0
		for (let time = Math.ceil(arrived / quarter) * quarter; time < due; time += quarter) if (isSupportOpen(time)) open += quarter
		expect(isSupportOpen(due - 1)).toBe(true)
		expect(open).toBe(24 * HOUR_MS)
	}
})

test.each([
	['Monday', '2026-11-16T10:00:00-05:00', 1, '2026-11-17T18:00:00-05:00'],
	['just before midnight', '2026-11-16T23:59:59.999-05:00', 1, '2026-11-17T18:00:00-05:00'],
	['midnight itself', '2026-11-17T00:00:00-05:00', 1, '2026-11-18T18:00:00-05:00'],
	['Friday', '2026-11-20T10:00:00-05:00', 1, '2026-11-23T18:00:00-05:00'],
	['Saturday', '2026-11-21T10:00:00-05:00', 2, '2026-11-24T18:00:00-05:00'],
	['Thursday', '2026-11-19T10:00:00-05:00', 2, '2026-11-23T18:00:00-05:00'],
] as const)('business days after %s', (...[, arrived, days, due]) => {
	expect(businessDaysDueAt(at(arrived), days)).toBe(at(due))
})

test('a due time shows day, hour and time zone', () => {
	expect(describeDueTime(at('2026-11-18T15:00:00-05:00')).replaceAll('\u202f', ' ')).toBe(
		'Wednesday, November 18 at 3:00 PM, New York time',
	)
	expect(describeDueTime(at('2026-07-06T09:05:00-04:00')).replaceAll('\u202f', ' ')).toBe('Monday, July 6 at 9:05 AM, New York time')
	expect(describeDueTime(at('2026-07-06T09:05:00-04:00'), 'America/Mexico_City').replaceAll('\u202f', ' ')).toBe(
		'Monday, July 6 at 7:05 AM, Mexico City time',
	)
})

test('support hours also work before 1970', () => {
	expect(isSupportOpen(at('1969-12-29T08:59:59.999-05:00'))).toBe(false)
	expect(isSupportOpen(at('1969-12-29T09:00:00-05:00'))).toBe(true)
	expect(isSupportOpen(at('1969-12-29T17:59:59.999-05:00'))).toBe(true)
})
