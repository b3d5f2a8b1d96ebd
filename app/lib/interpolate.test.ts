import fc from 'fast-check'
import { expect, test } from 'vitest'

import { interpolate } from './interpolate.ts'

const CLIMB = [236, 206, 216, 154, 122, 44]

test('points are placed on the given heights, between them, or at the end', () => {
	expect(interpolate(CLIMB, 6)).toEqual(CLIMB)
	expect(interpolate([0, 10], 3)).toEqual([0, 5, 10])
	expect(interpolate(CLIMB, 1)).toEqual([44])
	expect(interpolate(CLIMB, 0)).toEqual([])
})

test('the line starts and ends at its fixed points for any number of places', () => {
	fc.assert(
		fc.property(fc.integer({ min: 2, max: 99 }), (count) => {
			const places = interpolate(CLIMB, count)
			expect([places.length, places[0], places.at(-1)]).toEqual([count, 236, 44])
			expect(places.every((place) => place >= 44 && place <= 236)).toBe(true)
		}),
	)
})
