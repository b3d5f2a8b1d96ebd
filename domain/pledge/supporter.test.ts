import { expect, test } from 'vitest'

import { canAgree, countKeptEvenings, safeMailName, nextSupporterUpdateAt } from './supporter.ts'

test.each([
	['Ana Test', 'Ana Test'],
	['  Jean-Luc   O’Neill ', 'Jean-Luc O’Neill'],
	["Aoife D'Arcy", "Aoife D'Arcy"],
	['李 小龍', '李 小龍'],
	['Ana Maria de Souza Lima', 'Ana Maria de'],
	['J. Smith', 'Smith'],
	['Visit evil.example now', 'Visit now'],
	['https://evil.example', 'A learner'],
	['ana@example.com', 'A learner'],
	['<b>Ana</b>', 'A learner'],
	['Ana\r\nBcc: x', 'Ana x'],
	['A\u202ena', 'A learner'],
	['x'.repeat(40), 'x'.repeat(40)],
	['x'.repeat(41), 'A learner'],
	['1234', 'A learner'],
	['-', 'A learner'],
	['', 'A learner'],
	[null, 'A learner'],
	[{ name: 'Ana' }, 'A learner'],
])('%o appears in a mail as %s', (name, shown) => {
	expect(safeMailName(name)).toBe(shown)
})

const DAY_MS = 86_400_000
test('a request can be accepted for fourteen days', () => {
	expect([canAgree(1000, 1000 + 14 * DAY_MS - 1), canAgree(1000, 1000 + 14 * DAY_MS)]).toEqual([true, false])
})

// 2026-11-23 is a Monday. Daylight saving time starts in Berlin on 2026-03-29.
test.each([
	['Europe/Berlin', '2026-11-23T10:59:59.999Z', '2026-11-23T11:00:00.000Z'],
	['Europe/Berlin', '2026-11-23T11:00:00Z', '2026-11-30T11:00:00.000Z'],
	['Europe/Berlin', '2026-11-22T22:59:59Z', '2026-11-23T11:00:00.000Z'],
	['Europe/Berlin', '2026-03-27T12:00:00Z', '2026-03-30T10:00:00.000Z'],
	['Pacific/Kiritimati', '2026-11-22T20:00:00Z', '2026-11-22T22:00:00.000Z'],
	['Pacific/Pago_Pago', '2026-11-23T22:00:00Z', '2026-11-23T23:00:00.000Z'],
])('the weekly update in zone %s after %s is sent at %s', (zone, after, at) => {
	expect(new Date(nextSupporterUpdateAt(zone, Date.parse(after))).toISOString()).toBe(at)
})

test('only planned evenings are counted', () => {
	const day = (isPlanned: boolean, isDone: boolean) => ({ day: '2026-11-23', isPlanned, isDone })
	const week = { week: '2026-11-23', passed: 9, days: [day(true, true), day(true, false), day(false, true), day(false, false)] }
	expect([countKeptEvenings(week), countKeptEvenings({ ...week, days: [] })]).toEqual([
		{ kept: 1, planned: 2 },
		{ kept: 0, planned: 0 },
	])
})
