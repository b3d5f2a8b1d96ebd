import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { buyAsLearner } from '#tests/factories/refund.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { rowsOf } from './read-table.ts'

/** Starts a server with 4,200 accounts, of which every thousandth, from the 500th on, is active, and the newest 100 haven't started. */
async function openAcademy() {
	const wire = await startWire()
	await sql`insert into auth.users (id, email, created_at, updated_at, finished_lessons, last_active_at)
		select gen_random_uuid(), n || '@list.test', timestamptz '2026-01-01' + n * interval '1 minute', now(), n % 7,
			case when n <= 4100 then now() - case when n % 1000 = 500 then interval '1 day' else interval '40 days' end end
		from generate_series(1, 4200) n`.execute(wire.deps.db)
	return { wire, operator: await openConsoleAs(wire, 'operator') }
}

const ACTIVE = ['3500', '2500', '1500', '500']

test('a rare filter finds its learners page by page, and looks at a limited number of accounts for each', async () => {
	const { operator } = await openAcademy()
	for (const sort of ['-created', 'created', '-progress', 'email']) {
		const pages: string[][] = []
		let next: string | undefined = `/admin/learners?progress=active&sort=${sort}`
		while (next !== undefined && pages.length < 9) {
			const { text } = await operator.get(next)
			pages.push(rowsOf(text, 'Learners').map((cells) => /\d+(?=@)/.exec(cells.join(' '))?.[0] ?? ''))
			next = /href="([^"]+)"[^>]*>Next</.exec(text)?.[1]?.replaceAll('&amp;', '&')
		}
		expect(pages.length).toBe(5)
		expect(pages.flat().toSorted()).toEqual(ACTIVE.toSorted())
		if (sort === '-created') expect(pages).toEqual([['3500'], ['2500'], ['1500'], ['500'], []])
	}
	expect((await operator.get('/admin/learners?progress=done')).text).toContain('No learners on this page match. See the next page.')
	expect((await operator.get('/admin/learners?progress=done&from=2025-12-31&to=2025-12-31')).text).toContain('No learners match.')
})

test('the file and a bulk action have exactly the filtered learners, in the order shown', async () => {
	const { wire, operator } = await openAcademy()
	const file = await operator.post('/admin/learners.csv', { progress: 'active', sort: '-created', code: operator.code() })
	expect([...file.text.matchAll(/(\d+)@list\.test/g)].map(([, number]) => number)).toEqual(ACTIVE)
	const log = wire.deps.db.selectFrom('operator_actions').select('after').where('action', '=', 'learners_exported')
	expect((await log.executeTakeFirstOrThrow()).after).toMatchObject({ progress: 'active', search: false, sort: '-created' })
	const action = /value="(grant-access[^"]*)"/.exec((await operator.get('/admin/learners')).text)?.[1] ?? ''
	const page = '/admin/learners?progress=active'
	const { to } = await operator.post('/admin/bulk', { list: 'learners', action, all: 'on', form_page: page })
	expect(to).toMatch(/^\/admin\/bulk\//)
	expect(await wire.countRows('bulk_rows')).toBe(4)
})

test('a course hides the order by progress, and a product that is unknown matches no one', async () => {
	const { operator } = await openAcademy()
	expect((await operator.get('/admin/learners')).text).toContain('sort=-progress')
	expect((await operator.get('/admin/learners?course=main')).text).not.toContain('sort=-progress')
	const { text } = await operator.get('/admin/learners?product=gone&from=2025-12-31&to=2025-12-31')
	expect([text.includes('No learners match.'), text.includes('<option value="gone" selected="">gone</option>')]).toEqual([true, true])
})

test.each(['an account’s', 'a guest’s'])('a filter by product finds %s purchase of that product only', async (whose) => {
	const wire = await startWire()
	await buyAsLearner(wire.deps)
	const { db } = wire.deps
	if (whose === 'a guest’s') await db.updateTable('entitlements').set({ user_id: null }).execute()
	const { product_code: code } = await db.selectFrom('entitlements').select('product_code').executeTakeFirstOrThrow()
	const operator = await openConsoleAs(wire, 'operator')
	const count = async (product: string) => rowsOf((await operator.get(`/admin/learners?product=${product}`)).text, 'Learners').length
	expect([await count(code), await count('another')]).toEqual([1, 0])
})
