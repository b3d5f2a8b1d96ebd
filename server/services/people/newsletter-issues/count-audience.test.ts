import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { ALL_SUBSCRIBERS } from '#server/services/people/newsletter/segment.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { countAudienceWithin } from './issue-counts.ts'

test('a count that takes too long ends without a number', async () => {
	const {
		deps: { db, now },
	} = await makeTestDeps()
	await sql`insert into newsletter_subscriptions (email, source, status, covers_newsletters, requested_at, confirmed_at)
		values ('ana@example.test', 'blog', 'confirmed', true, ${now()}, ${now()})`.execute(db)
	await db.transaction().execute(async (tx) => {
		await sql`lock table newsletter_subscriptions in access exclusive mode`.execute(tx)
		expect(await countAudienceWithin(db, ALL_SUBSCRIBERS, 50)).toBeNull()
	})
	expect(await countAudienceWithin(db, ALL_SUBSCRIBERS, 30_000)).toEqual({ count: 1, others: 0 })
})
