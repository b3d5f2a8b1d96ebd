import { expect, test } from 'vitest'

import { formatterWithZone } from './format-with-zone.ts'

const WINTER = new Date('2026-12-05T23:59:00Z')
const SUMMER = new Date('2026-07-05T23:59:00Z')

test.for([
	['America/New_York', WINTER, 'Dec 5, 2026, 6:59 PM EST'],
	['Europe/Berlin', WINTER, 'Dec 6, 2026, 12:59 AM Berlin time'],
	['America/Argentina/Buenos_Aires', WINTER, 'Dec 5, 2026, 8:59 PM Buenos Aires time'],
	['Europe/London', WINTER, 'Dec 5, 2026, 11:59 PM GMT'],
	['Europe/London', SUMMER, 'Jul 6, 2026, 12:59 AM London time'],
	['UTC', WINTER, 'Dec 5, 2026, 11:59 PM UTC'],
	['Etc/GMT-3', WINTER, 'Dec 6, 2026, 2:59 AM GMT+3'],
] as const)('%s', ([zone, at, words]) => {
	expect(formatterWithZone(zone, 'short')(at)).toBe(words)
})
