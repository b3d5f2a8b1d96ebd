import { expect, test } from 'vitest'

import { moveColumn, orderColumns } from './order-columns.ts'

test.each([
	['abcd', '', 'abcd'],
	['abcd', 'dcba', 'dcba'],
	['abcd', 'ca', 'cdab'],
	['abcd', 'xdx', 'abcd'],
	['abcd', 'ba', 'bcda'],
])('the columns %s in the order %j are %s', (columns, order, ordered) => {
	expect(orderColumns([...columns], [...order], (each) => each).join('')).toBe(ordered)
})

test.each([
	['b', -1, 'bac'],
	['b', 1, 'acb'],
	['a', -1, 'abc'],
	['c', 1, 'abc'],
	['x', 1, 'abc'],
] as const)('moving %s by %d', (name, by, moved) => {
	expect(moveColumn([...'abc'], name, by).join('')).toBe(moved)
})
