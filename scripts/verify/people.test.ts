import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { systemContext } from '#server/services/context.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { TEMPORARY_DOMAIN, removeTestPeople } from './people.ts'

test('a paid order under a throwaway address isn’t deleted', async () => {
	const { deps } = await makeTestDeps()
	const order = (isLive: boolean, total: number) =>
		sql`insert into orders (email, product_code, product_name, course_ids, module_ids, currency, subtotal_cents, discount_cents, total_cents,
			provider, livemode, status, client_address, paid_at, refund_policy_version, created_at, updated_at)
			values (${`stranger@${TEMPORARY_DOMAIN}`}, 'p', 'Course', '{}', '{}', 'usd', 4700, ${4700 - total}, ${total}, 'any', ${isLive}, 'paid', '', now(),
			'2026-11-20', now(), now())`.execute(deps.db)
	await order(true, 4700)
	await order(true, 0)
	await order(false, 4700)
	await removeTestPeople(systemContext(deps, 'test'))
	expect(await deps.db.selectFrom('orders').select(['livemode', 'total_cents']).execute()).toEqual([{ livemode: true, total_cents: 4700 }])
})
