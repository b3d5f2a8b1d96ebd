import { expect, test } from 'vitest'

import { mountedRoutes } from '#scripts/check-docs/mounted-routes.ts'

import { readPermissions } from './read-permissions.ts'

test('permissions.txt lists exactly the program’s routes', async () => {
	const mounted = await mountedRoutes()
	expect([...readPermissions().keys()].toSorted()).toEqual(mounted.map(({ endpoint }) => endpoint).toSorted())
})
