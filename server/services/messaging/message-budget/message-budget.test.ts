import { expect, test } from 'vitest'

import { inTransaction } from '#server/db/database.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { createMessageBudget } from './message-budget.ts'

const DAY_MS = 86_400_000

test('a budget used up under a wrong clock is available again under the right one', async () => {
	const { deps, clock } = await makeTestDeps()
	const budget = createMessageBudget(deps.config, deps.now)
	const take = () => inTransaction(deps.db, (tx) => budget.spend(tx, 'mails', 'stranger'))
	const right = clock.now().getTime()
	clock.advance(400 * DAY_MS)
	while ((await take()).isAllowed);
	const back = createMessageBudget(deps.config, () => new Date(right))
	expect(await inTransaction(deps.db, (tx) => back.spend(tx, 'mails', 'stranger'))).toMatchObject({ isAllowed: true })
	expect((await back.read(deps.db, 'mails')).spent).toBe(1)
})
