import { expect, test } from 'vitest'

import { formatHour } from './format-hour.ts'

test('hours are written with AM and PM, and midnight and noon as 12', () => {
	expect([0, 8, 12, 20, 24].map(formatHour)).toEqual(['12 AM', '8 AM', '12 PM', '8 PM', '12 AM'])
})
