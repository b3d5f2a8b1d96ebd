import { expect, test } from 'vitest'

import { orderNumber } from './order-number.ts'

test('an order number is the end of the order’s ID in capitals', () =>
	expect(orderNumber('0199f3a0-5c1e-7d2b-9a4f-3c5d0e8b12af')).toBe('0E8B12AF'))
