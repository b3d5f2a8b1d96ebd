import { expect, test } from 'vitest'

import { guessReading, parseDate } from './read-columns.ts'

test.each([
	[
		'names in any order',
		[
			['First_Name', 'E-Mail'],
			['Ana', 'ana@example.test'],
		],
		{ email: 1, firstName: 0 },
		true,
	],
	[
		'addresses under an unknown name',
		[
			['Who', 'Contact'],
			['Ana', 'ana@example.test'],
		],
		{ email: 1 },
		true,
	],
	[
		'no names at all',
		[
			['ana@example.test', 'Ana'],
			['bo@example.test', 'Bo'],
		],
		{ email: 0 },
		false,
	],
	['addresses as our own CSV writes those that begin like a formula', [["'+ana@example.test", 'Ana']], { email: 0 }, false],
	[
		'an export of a mail service',
		[['Email Address', 'First Name', 'OPTIN_TIME', 'Signup Source']],
		{ email: 0, firstName: 1, askedAt: 2, place: 3 },
		true,
	],
	['names in German', [['Vorname', 'Nachname', 'E-Mail']], { email: 2, firstName: 0, lastName: 1 }, true],
] as const)('%s', (_name, rows, columns, hasHead) => {
	const none = { email: -1, firstName: -1, askedAt: -1, place: -1, words: -1 }
	expect(guessReading(rows)).toMatchObject({ columns: { ...none, ...columns }, hasHead })
})

test('a file without addresses has no guess', () => {
	expect(
		guessReading([
			['a', 'b'],
			['Ana', 'Bo'],
		]),
	).toBeNull()
})

test.each([
	['31/05/2024', 'day-first'],
	['05/31/2024', 'month-first'],
	['05/06/2024', 'year-first'],
	['12/13/2024', 'month-first'],
	['13/12/2024', 'day-first'],
	['2024-05-31', 'year-first'],
] as const)('the date order of %s is read as %s', (day, dates) => {
	expect(
		guessReading([
			['email', 'date'],
			['a@b.test', day],
		])?.dates,
	).toBe(dates)
})

test.each([
	['2024-05-31', 'year-first', '2024-05-31T00:00:00.000Z'],
	['2024-05-31 23:30', 'year-first', '2024-05-31T00:00:00.000Z'],
	['2024-05-31T23:30:00+02:00', 'month-first', '2024-05-31T21:30:00.000Z'],
	['31.5.2024', 'day-first', '2024-05-31T00:00:00.000Z'],
	['5/31/2024 11:20', 'month-first', '2024-05-31T00:00:00.000Z'],
	['31/05/2024', 'month-first', null],
	['01/05/2024', 'year-first', null],
	['2024-02-31', 'year-first', null],
	['1989-12-31', 'year-first', null],
	['1990-01-01', 'year-first', '1990-01-01T00:00:00.000Z'],
	['yesterday', 'day-first', null],
	['', 'year-first', null],
] as const)('%s, %s: %s', (text, order, time) => {
	expect(parseDate(text, order)?.toISOString() ?? null).toBe(time)
})
