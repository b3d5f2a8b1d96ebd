import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { buyAsLearner, learnerContext } from '#tests/factories/refund.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { readRefund } from './read-refund.ts'

test.each([
	{ kind: 'section', done: true, opened: 1 },
	{ kind: 'section', done: false, opened: 0 },
	{ kind: 'milestone', done: true, opened: 0 },
] as const)('of a $kind reported as done: $done, $opened count as opened since the payment', async ({ kind, done, opened }) => {
	const { deps, clock } = await makeTestDeps()
	const { learner, orderId } = await buyAsLearner(deps)
	clock.advance(1000)
	const { id, sections } = loadedContent.taughtModules[1] ?? { id: 0, sections: [] }
	const at = clock.now()
	const entry = { user_id: learner.userId, key: `${id}/${sections[0]?.id}`, changed_at: at, stored_at: at }
	await deps.db
		.insertInto('progress_entries')
		.values({ ...entry, kind, done, first_stored_at: at, first_changed_at: at })
		.execute()
	const own = { ...learnerContext(deps, learner), accessPolicy: 'enrolled' as const }
	expect((await readRefund(own, orderId)).meter.opened).toBe(opened)
})
