import { expect, test } from 'vitest'

import { SELLER } from '#tests/factories/seller.ts'
import { readEverything } from '#tests/setup/read-everything.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { LISTS, openWorld, perform } from './action-matrix.ts'
import { openConsoleAs } from './open-console.ts'
import { ROUTE_TABLE } from './route-table.ts'
import { makeNamed } from './two-of-each.ts'

/** Pages whose parameter isn't an object in the database, and those that other tests open for two objects. */
const OTHERS = [
	'/admin/assets/:file',
	'/admin/settings/:subject',
	'/admin/settings/:subject/restart',
	'/admin/content/new/:kind',
	'/admin/invoices/:invoice/pdf',
	'/admin/payouts/:payout',
	'/admin/payouts/:payout/lines.csv',
	'/admin/learners/:account/view',
	'/admin/learners/:account/view/page',
	'/admin/lifecycle/:rule',
	'/admin/lifecycle/:rule/preview',
]

test('of two objects of a kind, each page and file shows its own', async () => {
	const wire = await startWire({ invoicing: SELLER })
	const operator = await openConsoleAs(wire, 'operator')
	const one = await makeNamed(wire, operator, { name: 'adelheid', file: 'marketing/not-found.json' })
	const other = await makeNamed(wire, operator, { name: 'bertram', file: 'marketing/signup.json' })
	const routes = ROUTE_TABLE.filter(({ method, path }) => method === 'GET' && path.includes(':')).map(({ path }) => path)
	expect([...one.pages.map(({ route }) => route), ...OTHERS].toSorted()).toEqual(routes.toSorted())
	const wrong: string[] = []
	for (const [index, mine] of one.pages.entries()) {
		const others = other.pages[index]
		if (!others) throw new Error(mine.route)
		for (const [page, absent] of [
			[mine, others.shows],
			[others, mine.shows],
		] as const) {
			const { status, text } = await operator.get(page.path)
			if (status !== 200 || !text.includes(page.shows) || text.includes(absent)) wrong.push(`${page.route} of ${page.shows}: ${status}`)
		}
	}
	expect(wrong).toEqual([])
})

test('an action on one object changes no row of another', async () => {
	const world = await openWorld()
	const { ids } = await makeNamed(world.wire, world.operator, { name: 'bystander', file: 'marketing/not-found.json' })
	const rowsOfBystander = async () =>
		// Scheduling takes everyone’s drafts.
		[...(await readEverything(world.wire.deps))]
			.filter(([table]) => table !== 'public.scheduled_releases')
			.flatMap(([table, rows]) =>
				rows
					.split('\n')
					.filter((row) => /bystander/i.test(row) || ids.some((id) => row.includes(id)))
					.map((row) => `${table} ${row}`),
			)
	const before = await rowsOfBystander()
	const changed: string[] = []
	for (const list of LISTS)
		for (const doing of await list(world)) {
			await perform(world.wire, world.operator, doing)
			const after = await rowsOfBystander()
			const [gone, added] = [before.filter((row) => !after.includes(row)), after.filter((row) => !before.includes(row))]
			if (gone.length + added.length > 0) changed.push(`${doing.row}: ${[...gone, ...added].join(' ').slice(0, 300)}`)
			before.splice(0, before.length, ...after)
		}
	expect(changed).toEqual([])
})
