import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { listStalledLearners } from '#server/console/learners/find-learners.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

const DAY_MS = 86_400_000

test('a buyer without activity for two weeks is listed as stalled, can be selected and filtered; an active learner isn’t', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	const { learner } = await buyAsLearner(wire.deps)
	const busy = await buyAsLearner(wire.deps)
	const guest = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const list = async (more = '') => {
		const { text } = await operator.get(`/admin/learners?progress=stalled${more}`)
		return [learner, busy.learner, guest.learner].map(({ userId }) => text.includes(`name="row-${userId}"`))
	}
	expect(await list()).toEqual([false, false, false])
	await sql`update entitlements set granted_at = now() - interval '15 days'`.execute(db)
	await db.updateTable('entitlements').set({ user_id: null }).where('email', '=', guest.learner.email).execute()
	await sql`insert into progress_entries (user_id, kind, key, done, changed_at, stored_at)
		values (${busy.learner.userId}, 'section', '1/a', true, now(), date_trunc('day', now(), 'UTC') - interval '14 days')`.execute(db)
	expect(await list()).toEqual([true, false, true])
	expect(await list('&access=none')).toEqual([false, false, false])
	// A search finds only stalled learners, too, on the page and in the file.
	expect(await list(`&q=${learner.email}`)).toEqual([true, false, false])
	expect(await list(`&q=${busy.learner.email}`)).toEqual([false, false, false])
	const { text: file } = await operator.post('/admin/learners.csv', { progress: 'stalled', q: busy.learner.email, code: operator.code() })
	expect(file).not.toContain(busy.learner.email)
	await sql`insert into certificates (user_id, course_code, course_name, learner_name, issued_at, credential)
		values (${guest.learner.userId}, 'main', 'x', 'x', now(), '{}')`.execute(db)
	expect(await list()).toEqual([true, false, false])
})

test('the queue leaves out who was active or has a certificate; with one entitlement per page, each page begins after the previous one', async () => {
	const { deps, clock } = await startWire()
	const { learner } = await buyAsLearner(deps)
	const evening = await buyAsLearner(deps)
	const done = await buyAsLearner(deps)
	const revoked = await buyAsLearner(deps)
	const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
	await deps.db
		.updateTable('entitlements')
		.set({ granted_at: ago(15) })
		.execute()
	// `stored_at` has the time of the day's first report; this is a later one.
	const report = { kind: 'section', key: '1/a', done: true, changed_at: ago(13.9), stored_at: ago(14.1) } as const
	await deps.db
		.insertInto('progress_entries')
		.values({ ...report, user_id: evening.learner.userId })
		.execute()
	const certificate = { course_code: 'main', course_name: 'x', learner_name: 'x', issued_at: clock.now(), credential: '{}' }
	await deps.db
		.insertInto('certificates')
		.values([
			{ ...certificate, user_id: done.learner.userId },
			{ ...certificate, user_id: revoked.learner.userId, revoked_at: clock.now(), revoked_reason: 'access-ended' },
		])
		.execute()
	const pages: string[][] = []
	for (let before: string | null | undefined; before !== null && pages.length < 9;) {
		const page = await listStalledLearners(deps.db, { now: clock.now(), before, isLeftOut: sql`false`, examined: 1 })
		pages.push(page.rows.map(({ email }) => email))
		before = page.next
	}
	expect([pages.length, pages.flat().toSorted()]).toEqual([4, [learner.email, revoked.learner.email].toSorted()])
})
