import { expect, test } from 'vitest'

import { buyAsLearner } from '#tests/factories/refund.ts'
import { loadTwoCourses, SHEETS } from '#tests/factories/two-courses.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { uploadList } from './upload-list.ts'

test('a refund doesn’t change what the timeline says about the access given before', async () => {
	const wire = await startWire()
	const { orderId } = await buyAsLearner(wire.deps)
	const operator = await openConsoleAs(wire, 'operator')
	const path = `/admin/orders/${orderId}`
	const read = async () => {
		const { text } = await operator.get(path)
		return [/ Access given to [^<]+<\/p>/.exec(text)?.[0], /<dt>Access<\/dt><dd><span class="[^"]*">([^<]+)/.exec(text)?.[1]]
	}
	const [given] = await read()
	expect(await read()).toEqual([expect.stringContaining('Access given to Digital Income Mastery'), 'has access'])
	await operator.post(`${path}/refund`, { reason: 'Bought by mistake' })
	expect(await read()).toEqual([given, 'suspended'])
	await runDueJobs(wire.deps)
	expect(await read()).toEqual([given, 'ended'])
})

test('the order of imported free access names who gave it and links to the import', async () => {
	const wire = await startWire({ content: loadTwoCourses() })
	const operator = await openConsoleAs(wire, 'operator')
	const { to } = await uploadList(wire, operator, 'email,name\nana@example.test,Ana\n', '/admin/learner-imports')
	const { to: job } = await operator.post(`${to}/preview`, { [`gift-${SHEETS.course}`]: 'on' })
	await operator.post(`${job}/start`, { reason: 'Paid elsewhere' })
	await runDueJobs(wire.deps)
	const { id, created_at } = await wire.deps.db.selectFrom('orders').select(['id', 'created_at']).executeTakeFirstOrThrow()
	// At the same time, someone else gave the same account another order.
	const { object_id } = await wire.deps.db
		.selectFrom('operator_actions')
		.select('object_id')
		.where('action', '=', 'learner_added')
		.executeTakeFirstOrThrow()
	const other = { order: '018f0000-0000-7000-8000-000000000000' }
	await wire.deps.db
		.insertInto('operator_actions')
		.values({ role: 'support', action: 'access_given', object_kind: 'account', object_id, after: JSON.stringify(other), created_at })
		.execute()
	const given = async () => /<dt>Given<\/dt><dd>(.*?)<\/dd>/s.exec((await operator.get(`/admin/orders/${id}`)).text)?.[1]
	expect(await given()).toMatch(new RegExp(`by operator@academy\\.test · .*href="${to}"[^>]*>import of list\\.csv<`))
	// Files are deleted after a week.
	await wire.deps.db.deleteFrom('subscriber_imports').execute()
	expect(await given()).toMatch(new RegExp(`href="${job}"[^>]*>import<`))
	await wire.deps.db.deleteFrom('bulk_jobs').execute()
	expect(await given()).not.toContain('<a ')
	const { text } = await (await openConsoleAs(wire, 'support', 'support@academy.test')).get(`/admin/orders/${id}`)
	expect(text).toContain('Free access given: ')
})
