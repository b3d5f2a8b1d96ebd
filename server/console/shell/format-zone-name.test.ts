import { expect, test } from 'vitest'

import { formatZoneName } from './format-zone-name.ts'

test.for([
	['America/New_York', 'Eastern Time'],
	['Europe/Berlin', 'Berlin time'],
	['Asia/Tokyo', 'Tokyo time'],
	['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
	['UTC', 'UTC'],
] as const)('%s is %s, as times name it', ([zone, name]) => {
	expect(formatZoneName(zone)).toBe(name)
})
