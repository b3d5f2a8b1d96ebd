import { expect, test } from 'vitest'

import { toConsolePath } from './guard.ts'

test.each([
	'/admin',
	'/admin/today',
	'/admin/orders/018f-7?notice=x',
	'/admin/content/file?path=course.json',
	'/admin/orders?q=*',
	'/admin/overview/funnel.csv',
])('%s is accepted as a return path after sign-in', (asked) => expect(toConsolePath(asked)).toBe(asked))

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
])('%s is outside the console, so sign-in leads to its start page', (asked) => expect(toConsolePath(asked)).toBe('/admin'))
