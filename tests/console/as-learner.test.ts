import { expect, test } from 'vitest'

import { taughtModule } from '#content/lesson-files.server.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { signedIn, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

const OWN = ['auth.sessions', 'text_reads', 'progress_entries', 'downloads', 'outbox_messages', 'sms_course_events'] as const
const countOwn = (wire: Wire) => Promise.all(OWN.map((table) => wire.countRows(table)))

test('an operator sees what is open to a learner; the learner can see that it happened, and nothing else of theirs is written', async () => {
	const wire = await startWire()
	const { user } = await signedIn(wire)
	const operator = await openConsoleAs(wire, 'operator')
	const target = `/admin/learners/${user.id}/see`
	expect((await operator.get(`/admin/learners/${user.id}`)).text).toContain('See the course as they find it')
	const before = await countOwn(wire)
	expect((await operator.post(target, { reason: ' ' })).status).toBe(400)
	const { status, text } = await operator.post(target, { reason: 'They say module 2 does not open' })
	expect([status, text.includes('Paid templates')]).toEqual([200, true])
	const rows = rowsOf(text, 'Modules as the learner finds them')
	expect(rows[0]?.slice(0, 4)).toEqual(['1', 'open', '–', `0 of ${taughtModule(1).sections.length}`])
	expect(rows[1]?.[1]).toBe('closed module 1 is not completed')
	expect(await countOwn(wire)).toEqual(before)

	const { db } = wire.deps
	const log = await db
		.selectFrom('auth.audit_log_entries')
		.select(['user_id', 'ip_address', 'user_agent', 'payload'])
		.where('action', '=', 'seen_by_operator')
		.execute()
	expect(log).toMatchObject([{ user_id: user.id, ip_address: '', user_agent: '', payload: { by: "the academy's operator" } }])
	expect(JSON.stringify(log)).not.toContain(operator.userId)
	const actions = await db.selectFrom('operator_actions').select(['action', 'object_id', 'reason']).execute()
	expect(actions).toEqual([{ action: 'seen_as_learner', object_id: user.id, reason: 'They say module 2 does not open' }])

	const support = await openConsoleAs(wire, 'support')
	expect((await support.post(target, { reason: 'curious' })).status).toBe(403)
})

test('what was bought and done is seen too, and without a fresh second factor nothing is', async () => {
	const wire = await startWire()
	const { learner } = await buyAsLearner(wire.deps)
	const at = wire.clock.now()
	const times = { changed_at: at, stored_at: at, first_stored_at: at, first_changed_at: at }
	await wire.deps.db
		.insertInto('progress_entries')
		.values({ user_id: learner.userId, kind: 'module', key: '1', done: true, ...times })
		.execute()
	const operator = await openConsoleAs(wire, 'operator')
	const { text } = await operator.post(`/admin/learners/${learner.userId}/see`, { reason: 'A question by mail' })
	const rows = rowsOf(text, 'Modules as the learner finds them')
	expect([rows[0]?.[2], rows[1]?.[1], rows[2]?.[1]]).toEqual(['completed', 'open', 'closed module 2 is not completed'])
	wire.clock.advance(11 * 60_000)
	expect((await operator.post(`/admin/learners/${learner.userId}/see`, { reason: 'Again' })).status).toBe(422)
	expect(await wire.deps.db.selectFrom('operator_actions').selectAll().execute()).toHaveLength(1)
})
