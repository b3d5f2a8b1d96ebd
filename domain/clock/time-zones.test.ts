import { expect, test } from 'vitest'

import { isTimeZone } from './local-clock.ts'
import { currentZoneName, listTimeZones } from './time-zones.ts'

test('each time zone is listed once, by its current name, and keeps its clock', () => {
	const zones = listTimeZones()
	expect(new Set(zones).size).toBe(zones.length)
	expect(zones).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Nuuk', 'America/New_York']))
	const asListed = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
	// Intl resolves the current name to the one it lists, so both are the same zone.
	expect(zones.slice(1).map(asListed).toSorted()).toEqual(Intl.supportedValuesOf('timeZone').toSorted())
	expect(zones.filter((zone) => !isTimeZone(zone) || currentZoneName(zone) !== zone)).toEqual([])
	expect(zones).not.toContain('Asia/Calcutta')
})
