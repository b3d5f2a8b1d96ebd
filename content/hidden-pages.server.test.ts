import { expect, test } from 'vitest'

import { loadedContent, loadEdited } from './loaded.server.ts'
import { readShipped } from './read-sources.server.ts'

const hide = (...pages: string[]) => {
	const site = { ...(JSON.parse(readShipped().get('site.json') ?? '') as object), hiddenPages: pages }
	return loadEdited(new Map([['site.json', JSON.stringify(site)]]))
}

test('hidden career tracks are no week of the offer, and pages promise one module less; entitlements stay', () => {
	const hidden = hide('career-path')
	expect(hidden.course.weeks.map(({ week, module }) => [week, module])).toEqual([
		[1, 'starter'],
		[2, 1],
		[3, 2],
		[4, 3],
		[5, 4],
		[6, 5],
		[7, 6],
	])
	expect([loadedContent.promises.modules, hidden.promises.modules]).toEqual(['8', '7'])
	expect(hidden.findUnsupportedClaims()).toEqual([])
	expect(hidden.courses.map(({ id }) => id)).toEqual(loadedContent.courses.map(({ id }) => id))
})

test('another hidden page changes no count', () => {
	expect(hide('careers').course.weeks).toEqual(loadedContent.course.weeks)
})
