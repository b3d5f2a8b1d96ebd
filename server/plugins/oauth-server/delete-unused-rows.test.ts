import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { deleteUnusedOauthRows } from './delete-unused-rows.ts'

test('old expired requests and unused applications are deleted; the operator’s and used ones stay', async () => {
	const { deps, clock } = await makeTestDeps()
	const { userId } = await makeLearner(deps)
	const enter = async (registration: 'manual' | 'dynamic') =>
		deps.db
			.insertInto('auth.oauth_clients')
			.values({
				client_name: registration,
				client_type: 'public',
				token_endpoint_auth_method: 'none',
				registration_type: registration,
				redirect_uris: ['https://app.example/back'],
				grant_types: ['authorization_code'],
				created_at: clock.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
	const [manual, used] = [await enter('manual'), await enter('dynamic'), await enter('dynamic')]
	await deps.db
		.insertInto('auth.oauth_consents')
		.values({ user_id: userId, client_id: used.id, scopes: ['email'] })
		.execute()
	await deps.db
		.insertInto('auth.oauth_authorizations')
		.values({
			id: 'q',
			client_id: manual.id,
			redirect_uri: 'https://app.example/back',
			scope: 'email',
			code_challenge: 'x',
			expires_at: clock.now(),
		})
		.execute()
	const ctx = systemContext(deps, 'test')
	expect(await deleteUnusedOauthRows(ctx)).toEqual({ expiredRequests: 0, unusedApplications: 0 })
	clock.advance(31 * 86_400_000)
	expect(await deleteUnusedOauthRows(ctx)).toEqual({ expiredRequests: 1, unusedApplications: 1 })
	expect(await deps.db.selectFrom('auth.oauth_clients').select('id').orderBy('created_at').execute()).toHaveLength(2)
})
