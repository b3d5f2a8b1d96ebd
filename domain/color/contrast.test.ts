import { expect, test } from 'vitest'

import { contrastRatio } from './brand-theme.ts'

test.each([
	['#000000', '#ffffff', 21],
	['#ffffff', '#000000', 21],
	['#cc3b14', '#cc3b14', 1],
	// Just above and just below the contrast required for small text on white.
	['#767676', '#ffffff', 4.54],
	['#777777', '#ffffff', 4.48],
	// Each color channel alone, and a value on the linear part of the curve.
	['#ff0000', '#000000', 5.25],
	['#00ff00', '#000000', 15.3],
	['#0000ff', '#000000', 2.44],
	['#0a0a0a', '#000000', 1.06],
])('%s on %s has a contrast of %f', (one, other, ratio) => {
	expect(Math.round(contrastRatio(one, other) * 100) / 100).toBe(ratio)
})
