import { expect, test } from 'vitest'

import { readCourse } from '#server/console/outline/read-outline.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { countStatements } from '#tests/setup/count-statements.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { originOf, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'

test('the outline reads each file once, and of a changed one also the public text', async () => {
	const { deps, ...wire } = await startWire()
	const { db, count } = countStatements(deps.db)
	const request = { ctx: { ...deps, db }, url: new URL('http://x/admin/course') } as unknown as ConsoleRequest
	const before = await count(() => readCourse(request))
	const operator = await openConsoleAs({ deps, ...wire }, 'operator')
	const file = 'course/module-2/module.json'
	await saveText(operator, file, originOf(file).replace('"subtitle": "', '"subtitle": "First '))
	expect((await count(() => readCourse(request))) - before).toBe(1)
	// The versions, the removed parts, the course, the tracks, the pages that are off and six modules.
	expect(before).toBe(11)
})
