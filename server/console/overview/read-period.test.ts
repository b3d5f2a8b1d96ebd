import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'

import { formatPeriod, readPeriod } from './read-period.ts'

const CONTENT = { ...loadedContent, site: { ...loadedContent.site, timeZone: 'Asia/Tokyo' } }

test.each([
	['days=1', 'Nov 30, 2026', 1, false],
	['days=yesterday', 'Nov 29, 2026', 1, true],
	['days=7', 'Nov 24 – 30, 2026', 7, false],
	['month=last', 'Oct 1 – 31, 2026', 31, true],
	['days=2', 'Nov 1 – 30, 2026', 30, false],
])('%s is %s in the academy’s time zone', (query, words, days, isOver) => {
	// Still 29 November in UTC.
	const ctx = { content: CONTENT, now: () => new Date('2026-11-29T16:00:00Z') } as ConsoleRequest['ctx']
	const period = readPeriod({ url: new URL(`https://academy.example/admin/overview?${query}`), ctx })
	expect([formatPeriod(period), period.days, period.isOver]).toEqual([words, days, isOver])
})
