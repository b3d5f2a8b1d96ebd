import { sql } from 'kysely'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { accountRights } from '#domain/auth/account-rights.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { ownsAddress, requireAccountRight } from './user-record.ts'

test('the SQL condition matches the account rights in the policy', async () => {
	const { deps } = await makeTestDeps()
	const { rows } = await sql`
		select is_sso_user, ${ownsAddress} as owns from (values (false), (true)) as u (is_sso_user) order by 1`.execute(deps.db)
	expect(rows).toEqual([
		{ is_sso_user: false, owns: accountRights.own.ownsAddress },
		{ is_sso_user: true, owns: accountRights.managed.ownsAddress },
	])
})

test.each(['canChangeAccess', 'canLinkIdentity', 'canAddPasskey'] as const)('%s is refused for a company account', (right) => {
	expect(() => requireAccountRight({ is_sso_user: false }, right)).not.toThrow()
	expect(() => requireAccountRight({ is_sso_user: true }, right)).toThrow(
		expect.objectContaining({ kind: 'unprocessable', code: 'user_sso_managed' }),
	)
})

test('only one file checks the account kind', () => {
	const sources = globSync('server/{http,jobs,services}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
	const naming = sources.filter((file) => readFileSync(file, 'utf8').includes('is_sso_user')).sort()
	expect(naming).toEqual(['server/services/identity/accounts/user-record.ts'])
})
