import { expect, test } from 'vitest'

import { orderNumber } from './order-number.ts'

test('the order number is the last part of the order ID in capitals', () =>
	expect(orderNumber('0199f3a0-5c1e-7d2b-9a4f-3c5d0e8b12af')).toBe('0E8B12AF'))
