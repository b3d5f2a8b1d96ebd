import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { sessionRights } from '#domain/auth/session-rights.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { findSessionRights, isDeviceSession, isHeldByClient, readClientId } from './session-grant.ts'

test('the SQL expression and the row function agree on the session holder', async () => {
	const { deps } = await makeTestDeps()
	const [one, two] = [randomUUID(), randomUUID()]
	const { rows } = await sql`
		select ${isDeviceSession} as is_device, ${isHeldByClient(one)} as is_held
		from (values (1, null::uuid), (2, ${one}::uuid), (3, ${two}::uuid)) as s (at, oauth_client_id) order by at`.execute(deps.db)
	const { learner, application } = sessionRights
	expect(rows).toEqual([
		{ is_device: learner.isDevice, is_held: null },
		{ is_device: application.isDevice, is_held: true },
		{ is_device: application.isDevice, is_held: false },
	])
	expect(findSessionRights({ oauth_client_id: null })).toEqual(learner)
	expect(findSessionRights({ oauth_client_id: one })).toEqual(application)
	expect(readClientId({ oauth_client_id: one })).toBe(one)
})

test('only one file reads the session holder; the others write it', () => {
	const sources = globSync('server/{http,jobs,services}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
	const naming = sources.filter((file) => readFileSync(file, 'utf8').includes('oauth_client_id')).sort()
	expect(naming).toEqual(['server/services/identity/sessions/issue-session.ts', 'server/services/identity/sessions/session-grant.ts'])
})
