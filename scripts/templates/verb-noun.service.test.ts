import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { type Actor, type Deps, systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { verbNoun } from './verb-noun.service.ts'

async function makeLearner(deps: Deps): Promise<Actor & { type: 'learner' }> {
	const userId = randomUUID()
	await deps.db
		.insertInto('auth.users')
		.values({ id: userId, email: `${userId}@example.com` })
		.execute()
	return { type: 'learner', userId, sessionId: randomUUID(), aal: 'aal1' }
}

async function makeEntry(deps: Deps, userId: string): Promise<string> {
	const row = { id: randomUUID(), module_id: 1, is_helpful: false, user_id: userId }
	await deps.db.insertInto('module_feedback').values(row).execute()
	return row.id
}

test('the owner gets the entry changed, with the time of the change', async () => {
	const { deps, clock } = await makeTestDeps()
	const actor = await makeLearner(deps)
	const id = await makeEntry(deps, actor.userId)
	await expect(verbNoun({ ...systemContext(deps, 'test'), actor }, { id })).resolves.toEqual({ id, at: clock.now() })
	const after = await deps.db.selectFrom('module_feedback').select('is_helpful').where('id', '=', id).executeTakeFirstOrThrow()
	expect(after.is_helpful).toBe(true)
})

test('another learner is refused as if the entry did not exist, and nothing changes', async () => {
	const { deps } = await makeTestDeps()
	const owner = await makeLearner(deps)
	const id = await makeEntry(deps, owner.userId)
	const ctx = { ...systemContext(deps, 'test'), actor: await makeLearner(deps) }
	await expect(verbNoun(ctx, { id })).rejects.toMatchObject({ kind: 'not-found', code: 'not_found' })
	const after = await deps.db.selectFrom('module_feedback').select('is_helpful').where('id', '=', id).executeTakeFirstOrThrow()
	expect(after.is_helpful).toBe(false)
})

test('nobody signed in is refused', async () => {
	const { deps } = await makeTestDeps()
	const ctx = { ...systemContext(deps, 'test'), actor: { type: 'anonymous' } as const }
	await expect(verbNoun(ctx, { id: randomUUID() })).rejects.toMatchObject({ kind: 'unauthenticated' })
})
