import { expect, test } from 'vitest'

import { inTransaction } from '#server/db/database.ts'
import { systemContext } from '#server/services/context.ts'
import type { AudienceRules } from '#server/services/people/newsletter/segment.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { changeAudience, createAudience, listAudiences } from './saved-audiences.ts'

const rules: AudienceRules = { match: 'all', conditions: [{ name: 'source', value: 'blog', isNot: false }] }

test('of people who choose the same name at the same moment, one gets it and the others an error at the field', async () => {
	const { deps } = await makeTestDeps()
	const ctx = systemContext(deps, 'test')
	const create = (name: string) => inTransaction(deps.db, (tx) => createAudience(ctx, tx, { name, rules }))
	const codesOf = async (works: Promise<unknown>[]) =>
		(await Promise.allSettled(works)).map((end) => (end.status === 'fulfilled' ? 'ok' : (end.reason as { code: string }).code)).toSorted()
	expect(await codesOf(['Readers', 'readers', 'READERS'].map(create))).toEqual(['audience_refused', 'audience_refused', 'ok'])
	const [readers] = await listAudiences(deps.db)
	const ids = [readers?.id ?? '', await create('Buyers')]
	const seen = String(readers?.changedAt.getTime())
	const rename = (id: string) => inTransaction(deps.db, (tx) => changeAudience(ctx, tx, { id, seen, name: 'Friends', rules }))
	expect(await codesOf(ids.map(rename))).toEqual(['audience_refused', 'ok'])
})
