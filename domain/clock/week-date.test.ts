import { expect, test } from 'vitest'

import { addDays, isWeek, mondayOf, weekAt } from './week-date.ts'

test.each([
	['2026-11-16', '2026-11-16'],
	['2026-11-22', '2026-11-16'],
	['2027-01-01', '2026-12-28'],
	['2024-02-29', '2024-02-26'],
	['2026-02-29', null],
	['2026-13-01', null],
	['1999-12-31', null],
	['0002-11-16', null],
	['2000-01-03', '2000-01-03'],
	['2000-01-02', null],
	['2000-02-29', '2000-02-28'],
	['2099-12-31', '2099-12-28'],
	['2100-01-01', null],
	['2026-11-00', null],
	['2026-00-10', null],
	['2026-11-31', null],
	['x2026-11-16', null],
	['2026-11-16x', null],
	['', null],
])('%s is in the week of %s', (day, monday) => {
	expect(mondayOf(day)).toBe(monday)
})

test('every day has the same Monday as JavaScript’s calendar', () => {
	for (let day = 10_960; day < 47_000; day += 13) {
		const at = new Date(day * 86_400_000)
		const monday = new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000)
		expect(mondayOf(at.toISOString().slice(0, 10))).toBe(monday.toISOString().slice(0, 10))
	}
})

test('a week starts on the local Monday', () => {
	const sundayLate = Date.UTC(2026, 10, 22, 23, 30)
	expect(weekAt(sundayLate, 0)).toBe('2026-11-16')
	expect(weekAt(sundayLate, 60)).toBe('2026-11-23')
	expect(weekAt(Number.MAX_SAFE_INTEGER, 0)).toMatch(/^2099-|^2100-/)
	expect(isWeek(weekAt(-1, 0))).toBe(true)
	expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})

test.each([
	['2026-11-16', true],
	['2026-11-15', false],
	['2026-11-17', false],
	['x', false],
])('%s is a valid week: %s', (text, expected) => {
	expect(isWeek(text)).toBe(expected)
})

test.each([
	['2000-02-28', 1, '2000-02-29'],
	['2000-02-29', 1, '2000-03-01'],
	['2096-02-28', 1, '2096-02-29'],
	['2100-02-28', 1, '2100-03-01'],
	['0998-12-31', 1, '0999-01-01'],
	['2027-01-01', -1, '2026-12-31'],
])('%s plus %i days is %s', (day, count, later) => {
	expect(addDays(day, count)).toBe(later)
})

test.each(['2100-02-29', '2026-02-30', 'today'])('adding a day to %s throws', (day) => {
	expect(() => addDays(day, 1)).toThrow(new RangeError(`${day} is not a date`))
})
