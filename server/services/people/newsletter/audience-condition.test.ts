import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { audienceCondition, type AudienceRules, parseCondition, printCondition, toAudienceRules, toStoredAudience } from './segment.ts'

const rulesOf = (match: 'all' | 'any', ...conditions: string[]): AudienceRules => ({ match, conditions: conditions.map(parseCondition) })

/** Creates subscribers: a buyer who completed module 1, a buyer, a learner without access who completed it, and a reader of the pop-up. */
async function openSubscribers() {
	const { deps } = await makeTestDeps()
	const { db, now } = deps
	const add = async (name: string, { source = 'blog', buys = false, completes = false } = {}) => {
		const email = `${name}@example.test`
		await sql`insert into newsletter_subscriptions (email, source, status, covers_newsletters, requested_at, confirmed_at)
			values (${email}, ${source}, 'confirmed', true, ${now()}, ${now()})`.execute(db)
		const id = randomUUID()
		if (buys || completes)
			await db.insertInto('auth.users').values({ id, email, email_confirmed_at: now(), created_at: now(), updated_at: now() }).execute()
		if (buys) {
			const { rows } = await sql<{ id: string }>`
				insert into orders (email, product_code, product_name, subtotal_cents, total_cents, status, provider, created_at, updated_at, currency,
					livemode, client_address, refund_policy_version, paid_at)
				values (${email}, 'lifetime', 'Course', 4700, 4700, 'paid', 'sandbox', ${now()}, ${now()}, 'usd', false, 'x', '1', ${now()}) returning id`.execute(
				db,
			)
			const order = rows[0]?.id ?? ''
			await db.insertInto('entitlements').values({ order_id: order, product_code: 'lifetime', email, granted_at: now() }).execute()
		}
		if (completes)
			await db
				.insertInto('progress_entries')
				.values({ user_id: id, kind: 'module', key: '1', done: true, changed_at: now(), stored_at: now(), first_stored_at: now() })
				.execute()
	}
	await add('both', { buys: true, completes: true })
	await add('buyer', { buys: true })
	await add('learner', { completes: true })
	await add('reader', { source: 'popup' })
	return async (rules: AudienceRules) => {
		const { rows } = await sql<{ name: string }>`select split_part(email, '@', 1) as name from newsletter_subscriptions s
			where ${audienceCondition(rules)} order by 1`.execute(db)
		return rows.map(({ name }) => name).join(' ')
	}
}

test('conditions are combined by all or any, and negated; one that is unknown matches no one', async () => {
	const find = await openSubscribers()
	const cases: [AudienceRules, string][] = [
		[rulesOf('all'), 'both buyer learner reader'],
		[rulesOf('any'), 'both buyer learner reader'],
		[rulesOf('all', 'bought=yes', 'module=1'), 'both'],
		[rulesOf('any', 'bought=yes', 'module=1'), 'both buyer learner'],
		[rulesOf('all', 'bought=yes', '!module=1'), 'buyer'],
		[rulesOf('all', '!bought=yes:lifetime'), 'learner reader'],
		[rulesOf('all', 'bought=no'), 'learner reader'],
		[rulesOf('all', 'bought=yes:lifetime', '!bought=yes:other'), 'both buyer'],
		[rulesOf('any', 'source=popup', '!module=1'), 'buyer reader'],
		[rulesOf('any', '!module=1', '!bought=yes'), 'buyer learner reader'],
		[rulesOf('all', '!progress=none'), 'both learner reader'],
		[rulesOf('all', 'source=nonsense'), ''],
		[rulesOf('all', '!source=nonsense'), ''],
		[rulesOf('any', '!progress=nonsense', 'source=popup'), 'reader'],
		[rulesOf('all', 'nonsense', 'bought=yes'), ''],
	]
	for (const [rules, names] of cases) {
		const printed = rules.conditions.map(printCondition).join()
		expect([rules.match, printed, await find(rules)]).toEqual([rules.match, printed, names])
		// The stored form has the same meaning.
		expect([printed, await find(toAudienceRules(JSON.parse(JSON.stringify(toStoredAudience(rules)))))]).toEqual([printed, names])
	}
})

test('an audience that earlier programs can’t read is stored so that they send to no one; others as they store them', () => {
	expect(toStoredAudience(rulesOf('all', 'bought=yes', '!module=1'))).toEqual({
		match: 'all',
		if: ['bought=yes', '!module=1'],
		module: 'needs a newer program',
	})
	expect(toStoredAudience(rulesOf('any', 'bought=yes', 'module=1'))).toMatchObject({ match: 'any', module: 'needs a newer program' })
	expect(toStoredAudience(rulesOf('any', 'module=1'))).toEqual({ module: '1' })
	expect(toStoredAudience(rulesOf('all', '!bought=yes:lifetime', 'source=blog'))).toEqual({ bought: 'no:lifetime', source: 'blog' })
	expect(toStoredAudience(rulesOf('all'))).toEqual({})
	const stored = { source: '', quiz: 'hustler:solo', module: '', progress: 'done', bought: 'no' }
	expect(toAudienceRules(stored).conditions.map(printCondition)).toEqual(['quiz=hustler:solo', 'progress=done', '!bought=yes'])
	expect(toAudienceRules(null)).toEqual({ match: 'all', conditions: [] })
})
