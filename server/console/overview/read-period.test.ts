import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'

import { formatPeriod, readPeriod } from './read-period.ts'

const CONTENT = { ...loadedContent, site: { ...loadedContent.site, timeZone: 'Asia/Tokyo' } }

/** In UTC, this is still November 29. */
const ctx = { content: CONTENT, now: () => new Date('2026-11-29T16:00:00Z') } as ConsoleRequest['ctx']

test.each([
	[null, 7],
	['2026-11-24', 7],
	['2026-11-23', 30],
])('with figures since %s, a period that was not chosen has %s days', (firstDay, days) => {
	expect(readPeriod({ url: new URL('https://academy.example/admin/overview'), ctx }, firstDay).days).toBe(days)
	expect(readPeriod({ url: new URL('https://academy.example/admin/overview?days=90'), ctx }, firstDay).days).toBe(90)
})

test.each([
	['days=1', 'Nov 30, 2026', 1, false],
	['days=yesterday', 'Nov 29, 2026', 1, true],
	['days=7', 'Nov 24 – 30, 2026', 7, false],
	['month=last', 'Oct 1 – 31, 2026', 31, true],
	['days=2', 'Nov 1 – 30, 2026', 30, false],
])('%s is %s in the academy’s time zone', (query, words, days, isOver) => {
	const period = readPeriod({ url: new URL(`https://academy.example/admin/overview?${query}`), ctx }, '2026-01-01')
	expect([formatPeriod(period), period.days, period.isOver]).toEqual([words, days, isOver])
})
