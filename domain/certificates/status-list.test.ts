import { expect, test } from 'vitest'

import { isBitSet, placeInStatusList, STATUS_LIST_LENGTH, statusBits } from './status-list.ts'

test('every list index is assigned once', () => {
	const places = new Set(Array.from({ length: STATUS_LIST_LENGTH }, (_, position) => placeInStatusList(position).index))
	expect(places.size).toBe(STATUS_LIST_LENGTH)
	expect([...places].every((index) => Number.isInteger(index))).toBe(true)
	expect(Math.max(...[...places].slice(0, 1000))).toBeLessThan(STATUS_LIST_LENGTH)
})

test('a full list is followed by the next one', () => {
	expect(placeInStatusList(STATUS_LIST_LENGTH - 1).list).toBe(0)
	expect(placeInStatusList(STATUS_LIST_LENGTH)).toEqual({ list: 1, index: 0 })
})

test('exactly the revoked indexes are set, the first in the highest bit', () => {
	const revoked = [0, 7, 9, 10, STATUS_LIST_LENGTH - 1]
	const bits = statusBits(revoked)
	expect([bits[0], bits[1], bits.at(-1)]).toEqual([0x81, 0x60, 0x01])
	expect(Array.from({ length: STATUS_LIST_LENGTH }, (_, index) => index).filter((index) => isBitSet(bits, index))).toEqual(revoked)
})
