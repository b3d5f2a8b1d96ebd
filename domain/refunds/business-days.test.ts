import { expect, test } from 'vitest'

import { addBusinessDays, bankHolidays, isBusinessDay } from './business-days.ts'

const DAY_MS = 86_400_000
const iso = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
const dayOf = (text: string) => Date.parse(text) / DAY_MS

test.each([
	{
		year: 2026,
		days: '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-04 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25',
	},
	// New Year, days around Juneteenth, and Christmas, in a year with holidays on Sundays.
	{
		year: 2022,
		days: '2022-01-01 2022-01-17 2022-02-21 2022-05-30 2022-06-20 2022-07-04 2022-09-05 2022-10-10 2022-11-11 2022-11-24 2022-12-26',
	},
])('the bank holidays of $year', ({ year, days }) => {
	expect(bankHolidays(year).map(iso).join(' ')).toBe(days)
})

test.each([
	{ day: '2026-11-20', open: true },
	{ day: '2026-11-21', open: false },
	{ day: '2026-11-22', open: false },
	{ day: '2026-11-26', open: false },
	{ day: '2026-12-31', open: true },
	{ day: '2027-01-01', open: false },
	{ day: '2028-02-29', open: true },
])('$day is a business day: $open', ({ day, open }) => {
	expect(isBusinessDay(dayOf(day))).toBe(open)
})

test.each([
	{ what: 'a whole week', from: '2026-06-01T12:00:00Z', days: 5, until: '2026-06-09T00:00:00.000Z' },
	{ what: 'the last moment of a day', from: '2026-06-01T23:59:59.999Z', days: 5, until: '2026-06-09T00:00:00.000Z' },
	{ what: 'a Saturday', from: '2026-06-06T09:00:00Z', days: 1, until: '2026-06-09T00:00:00.000Z' },
	{ what: 'Thanksgiving on the way', from: '2026-11-20T10:00:00Z', days: 5, until: '2026-12-01T00:00:00.000Z' },
	{ what: 'Christmas and New Year on the way', from: '2026-12-21T10:00:00Z', days: 10, until: '2027-01-07T00:00:00.000Z' },
])('$days business days from $what end before $until', ({ from, days, until }) => {
	expect(new Date(addBusinessDays(Date.parse(from), days)).toISOString()).toBe(until)
})

test('New Year’s Day is observed correctly for every year, including leap years and centuries', () => {
	for (let year = 1890; year <= 2410; year += 1) {
		const newYear = Date.UTC(year, 0, 1) / DAY_MS
		const observed = new Date(newYear * DAY_MS).getUTCDay() === 0 ? newYear + 1 : newYear
		expect(bankHolidays(year)[0]).toBe(observed)
	}
})

test.each([1899, 1900, 1967, 1999, 2000, 2023, 2024, 2099, 2100])(
	'each day of %i follows from its weekday and that year’s holidays',
	(year) => {
		const holidays = new Set(bankHolidays(year))
		const misjudged: string[] = []
		for (let day = Date.UTC(year, 0, 1) / DAY_MS; day < Date.UTC(year + 1, 0, 1) / DAY_MS; day += 1) {
			const weekday = new Date(day * DAY_MS).getUTCDay()
			if (isBusinessDay(day) !== (weekday > 0 && weekday < 6 && !holidays.has(day))) misjudged.push(iso(day))
		}
		expect(misjudged).toEqual([])
	},
)
