// asvs V1.5.2
import { expect, test } from 'vitest'

import { isDeeperThan } from './environment.ts'

test.each([
	['[[1]]', 2, false],
	['[[1]]', 1, true],
	['[{"a":[1]},{"a":[1]}]', 3, false],
	['{"a":{"b":{}}}', 2, true],
	['["[[[{{{"]', 1, false],
	['["\\"[[["]', 1, false],
	['["\\\\",[1]]', 1, true],
	['"text"', 0, false],
	['', 0, false],
	['"never closed [[[', 0, false],
])('%s is nested deeper than %i levels: %s', (text, levels, isDeeper) => {
	expect(isDeeperThan(text, levels)).toBe(isDeeper)
})
