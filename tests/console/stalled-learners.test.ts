import { expect, test } from 'vitest'

import { listStalledLearners } from '#server/console/learners/find-learners.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

const DAY_MS = 86_400_000

test('a buyer without activity for two weeks counts as stalled; an active learner doesn’t', async () => {
	const wire = await startWire()
	const { learner } = await buyAsLearner(wire.deps)
	const busy = await buyAsLearner(wire.deps)
	const evening = await buyAsLearner(wire.deps)
	const support = await openConsoleAs(wire, 'support')
	expect((await support.get('/admin/learners?show=stalled')).text).toContain('No one has stalled.')
	const ago = (days: number) => new Date(wire.clock.now().getTime() - days * DAY_MS)
	const before = ago(15)
	await wire.deps.db.updateTable('entitlements').set({ granted_at: before }).execute()
	await wire.deps.db
		.insertInto('progress_entries')
		.values([
			{ user_id: busy.learner.userId, kind: 'section', key: '1/a', done: true, changed_at: before, stored_at: ago(0) },
			// `stored_at` has the time of the day's first report; this is a later one.
			{ user_id: evening.learner.userId, kind: 'section', key: '1/a', done: true, changed_at: ago(13.9), stored_at: ago(14.1) },
		])
		.execute()
	const { text } = await support.get('/admin/learners?show=stalled')
	expect([learner, busy.learner, evening.learner].map(({ email }) => text.includes(email))).toEqual([true, false, false])
	await wire.deps.db
		.updateTable('auth.users')
		.set({ raw_user_meta_data: { name: 'Hugo Stone' } })
		.where('id', '=', learner.userId)
		.execute()
	expect(rowsOf((await support.get('/admin/learners?show=stalled')).text, 'Stalled learners')[0]?.slice(0, 2)).toEqual([
		'Hugo Stone',
		learner.email,
	])
	const search = async (q: string) => (await support.get(`/admin/learners?show=stalled&q=${q}`)).text
	expect(await search('stone')).toContain('Hugo Stone')
	expect(await search('nobody')).not.toContain('Hugo Stone')
	// With one entitlement per page, each page begins after the previous one, even if all were granted at the same time.
	const pages: string[][] = []
	for (let place: string | null | undefined; place !== null && pages.length < 9;) {
		const page = await listStalledLearners(wire.deps.db, { now: wire.clock.now(), before: place, examined: 1 })
		pages.push(page.rows.map(({ email }) => email))
		place = page.next
	}
	expect([pages.length, pages.flat()]).toEqual([3, [learner.email]])
})
