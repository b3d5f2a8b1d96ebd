import { expect, test } from 'vitest'

import { withClient } from '#tests/releases/database-text.ts'
import { makeTarget } from '#tests/releases/whole-academy.ts'
import { TEMPLATE } from '#tests/setup/template-database.ts'

import { compareData } from './compare-data.ts'

test('a row of a table with monthly partitions is counted once', async () => {
	const { connection: newer } = await makeTarget(TEMPLATE)
	const { connection: older } = await makeTarget(TEMPLATE)
	await withClient(newer, (client) => client.query("insert into auth.audit_log_entries (action, outcome) values ('login', 'success')"))
	expect(await compareData(newer, older)).toEqual([{ table: 'auth.audit_log_entries', lost: 1, returning: 0 }])
})
