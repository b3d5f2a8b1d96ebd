import { expect, test } from 'vitest'

import { toPlace } from './guard.ts'

test.each([
	'/admin',
	'/admin/today',
	'/admin/orders/018f-7?notice=x',
	'/admin/content/file?path=course.json',
	'/admin/orders?q=*',
	'/admin/overview/funnel.csv',
])('%s is a page to come back to after signing in', (asked) => expect(toPlace(asked)).toBe(asked))

test.each([
	undefined,
	'',
	'https://elsewhere.test/admin',
	'//elsewhere.test',
	'/administrator',
	'/admin//elsewhere.test',
	'/admin/../settings',
	'/admin/..//elsewhere.test',
	'/admin/orders/./x',
	'/admin/\\elsewhere.test',
	'/admin/%2e%2e/settings',
])('%s leads out of the console, so the console opens at its start', (asked) => expect(toPlace(asked)).toBe('/admin'))
