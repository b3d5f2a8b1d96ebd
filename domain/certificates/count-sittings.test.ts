import { expect, test } from 'vitest'

import { countSittings } from './count-sittings.ts'

test.each([
	{ what: 'nothing', times: [], sittings: 0 },
	{ what: 'one moment', times: [5], sittings: 1 },
	{ what: 'a long evening without a pause', times: [0, 29, 58, 87], sittings: 1 },
	{ what: 'a pause one unit too short', times: [0, 29], sittings: 1 },
	{ what: 'a pause of exactly that length', times: [0, 30], sittings: 2 },
	{ what: 'three, in any order', times: [100, 0, 31, 99, 1], sittings: 3 },
	{ what: 'three, the last one first', times: [60, 0, 30], sittings: 3 },
	{ what: 'the same moment twice', times: [7, 7], sittings: 1 },
])('$what: $sittings', ({ times, sittings }) => {
	expect(countSittings(times, 30)).toBe(sittings)
})
