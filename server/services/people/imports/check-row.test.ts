import { expect, test } from 'vitest'

import { checkRow } from './check-row.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const READING = {
	columns: { email: 0, firstName: 1, lastName: -1, askedAt: 2, place: 3, words: 4, tags: -1 },
	dates: 'year-first',
	hasHead: true,
} as const

const check = (...cells: string[]) => checkRow({ line: 2, cells }, READING, NOW)

test.each([
	['today', '2026-11-26', 'proof', null],
	['in the future', '2026-11-27', 'invite', 'no proof: its date is in the future'],
	['a day short of two years ago', '2024-11-28', 'proof', null],
	['a day more than two years ago', '2024-11-25', 'invite', 'no proof: its consent is older than two years'],
	['ten years ago', '2016-11-26', 'invite', 'no proof: its consent is older than two years'],
	['no date', 'soon', 'invite', 'no proof: its date isn’t like 2026-10-29'],
	['never', '', 'invite', 'no proof: it has no date'],
])('a consent given %s (%s) becomes %s', (_when, askedAt, verdict, note) => {
	const row = check('Ana@Example.com', 'Ana', askedAt, 'Fair', 'Send me news')
	expect(row).toMatchObject({ email: 'ana@example.com', first_name: 'Ana', verdict, note })
	expect([row.asked_at !== null, row.consent_source, row.consent_text]).toEqual(
		verdict === 'proof' ? [true, 'Fair', 'Send me news'] : [false, null, null],
	)
})

test.each([
	['without a place', ['ana@example.com', '', '2026-11-01', '', 'Send me news']],
	['without words', ['ana@example.com', '', '2026-11-01', 'Fair', '']],
])('a consent %s is not proof', (_what, cells) => {
	expect(check(...cells)).toMatchObject({
		verdict: 'invite',
		note: 'no proof: the place or the text of the consent is missing',
		asked_at: null,
	})
})

test('an address alone is invited without a note, and an invalid one is skipped', () => {
	expect(check('ana@example.com')).toMatchObject({ verdict: 'invite', note: null })
	expect(check('ana at example', 'Ana', '2026-11-01', 'Fair', 'Send me news')).toMatchObject({
		verdict: 'no_address',
		email: null,
		asked_at: null,
	})
})

test('a too long name is truncated between characters', () => {
	const { first_name: name } = check('ana@example.com', `${'x'.repeat(99)}😀`)
	expect(name).toBe('x'.repeat(99))
})
