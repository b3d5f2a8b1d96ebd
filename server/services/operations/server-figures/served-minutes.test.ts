import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { recountStaleDays } from '#server/services/operations/daily-metrics/count-days.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { readAvailability, readDaysServed, recordServedMinute } from './served-minutes.ts'

const START = Date.UTC(2026, 4, 31, 23, 50)
const at = (minute: number) => ({ now: () => new Date(START + minute * 60_000 + 30_000) })

test('availability is the share of minutes since the first; two servers record a minute once', async () => {
	const { deps } = await makeTestDeps()
	expect(await readAvailability({ ...deps, ...at(0) }, 30)).toEqual({ minutes: 0, served: 0 })
	// Record an hour that crosses midnight and the end of a month, with an outage from minute 20 to 23.
	for (let minute = 0; minute < 60; minute += 1)
		if (minute < 20 || minute > 23) for (const _server of [1, 2]) await recordServedMinute({ ...deps, ...at(minute) })
	expect(await readAvailability({ ...deps, ...at(60) }, 30)).toEqual({ minutes: 60, served: 56 })
	// The current minute isn't over, and later ones without a record weren't served.
	expect(await readAvailability({ ...deps, ...at(59) }, 30)).toEqual({ minutes: 59, served: 55 })
	expect(await readAvailability({ ...deps, ...at(100) }, 30)).toEqual({ minutes: 100, served: 56 })
	expect(await readDaysServed({ ...deps, ...at(10 + 1440) }, 30)).toEqual([
		{ day: '2026-06-01', minutes: 1440, served: 46 },
		{ day: '2026-05-31', minutes: 10, served: 10 },
	])
	// An outage at the beginning of the period counts, if there were records before it.
	expect(await readDaysServed({ ...deps, ...at(32 * 1440) }, 30)).toHaveLength(31)
	expect(await readAvailability({ ...deps, ...at(32 * 1440) }, 30)).toMatchObject({ served: 0 })
	// The period excludes older minutes.
	expect(await readAvailability({ ...deps, ...at(30 * 1440 + 40) }, 30)).toMatchObject({ served: 20 })
})

test('recounting daily metrics keeps the recorded minutes', async () => {
	const { deps } = await makeTestDeps()
	await recordServedMinute({ ...deps, ...at(0) })
	await sql`select mark_all_days()`.execute(deps.db)
	await recountStaleDays(deps)
	expect(await readAvailability({ ...deps, ...at(1) }, 30)).toEqual({ minutes: 1, served: 1 })
})
