import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { writeListCsv } from '#server/console/shell/export-list.ts'
import { type ListRequest, readListRequest } from '#server/console/shell/lists.ts'
import {
	countSubscribers,
	listSubscribers,
	readProofs,
	SUBSCRIBER_COLUMNS,
	SUBSCRIBER_SORTS,
} from '#server/console/subscribers/find-subscribers.ts'
import { grantComplimentaryAccess } from '#server/services/commerce/settlement/complimentary-access.ts'
import { systemContext } from '#server/services/context.ts'
import { createAccount } from '#server/services/operations/accounts/manage-accounts.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { loadTwoCourses } from '#tests/factories/two-courses.ts'
import { GOOD_PASSWORD, startWire, type Wire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

type Made = { email: string; status?: 'pending' | 'confirmed'; source?: 'blog' | 'popup'; words?: string }

const add = async ({ deps }: Wire, { email, status = 'confirmed', source = 'blog', words }: Made) =>
	(
		await deps.db
			.insertInto('newsletter_subscriptions')
			.values({
				email,
				status,
				source,
				consent_text: words ?? null,
				requested_at: deps.now(),
				confirmed_at: deps.now(),
				created_at: deps.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow()
	).id

test('a list without subscribers says how people subscribe', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	expect((await operator.get('/admin/subscribers')).text).toMatch(/No subscribers yet\.[^]*href="\/blog#newsletter"/)
	expect((await operator.get('/admin/subscribers?source=blog')).text).toContain('No subscribers here.')
})

test('a subscription shows its status and the wording of its consent', async () => {
	const wire = await startWire()
	await wire.request('/api/leads/newsletter', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email: 'Ana@example.test', source: 'popup' }),
	})
	const old = await add(wire, { email: 'old@example.test' })
	const support = await openConsoleAs(wire, 'support')
	const list = await support.get('/admin/subscribers')
	const id = /\/admin\/subscribers\/([\w-]{36})"[^>]*>(?:<span[^>]*>)+ana@/.exec(list.text)?.[1] ?? ''
	const { text } = await support.get(`/admin/subscribers/${id}`)
	for (const words of ['pending', 'pop-up', 'New articles by email', 'Unsubscribe with one click', '[Subscribe]'])
		expect(text).toContain(words)
	expect((await support.get(`/admin/subscribers/${old}`)).text).toContain('This consent is older than our record of consent texts')
	expect((await support.get('/admin/subscribers/nobody')).status).toBe(404)
	for (const odd of ['%25', '%00', "'", '%F0%9F%98%80', 'x'.repeat(10_000)])
		for (const name of ['q', 'state', 'quiz', 'before']) expect((await support.get(`/admin/subscribers?${name}=${odd}`)).status).toBe(200)
	expect((await support.get('/admin/subscribers?q=OLD@')).text).toContain(old)
	const bert = await add(wire, { email: 'bert.huber+news@example.test' })
	const numbered = await add(wire, { email: 'subscriber400@mail400.test' })
	for (const [typed, found] of [
		['Huber', [bert]],
		['bert', [bert]],
		['news', []],
		['400', [numbered]],
		['@MAIL400', [numbered]],
		['mail400.test', [numbered]],
	] as const) {
		const { text: results } = await support.get(`/admin/subscribers?q=${typed}`)
		expect([typed, [...results.matchAll(/\/admin\/subscribers\/([\w-]{36})"/g)].map(([, one]) => one)]).toEqual([typed, found])
	}
})

test('a subscription is ended manually once, with a stored reason', async () => {
	const wire = await startWire()
	const id = await add(wire, { email: 'ana@example.test' })
	const support = await openConsoleAs(wire, 'support')
	const end = `/admin/subscribers/${id}/end`
	const page = { form_page: `/admin/subscribers/${id}`, form_id: end.replaceAll(/[^a-z0-9]+/gi, '-') }
	const refused = await support.post(end, { ...page, reason: ' ' })
	expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/aria-invalid="true"[^]*Enter a reason/)])
	expect((await support.post(end, { reason: 'Asked by telephone\0' })).to).toContain('subscription-ended')
	expect((await support.post(end, { reason: 'Again' })).to).toContain('subscription-unchanged')
	expect((await support.get(`/admin/subscribers/${id}`)).text).toContain('in the console')
	const done = await wire.deps.db.selectFrom('operator_actions').select(['action', 'object_id', 'reason']).execute()
	expect(done).toEqual([{ action: 'subscription_ended', object_id: id, reason: 'Asked by telephone' }])
})

/** Creates a learner with a verified address, a quiz result and a completed module. */
async function addLearner({ deps }: Wire, email: string) {
	const { id } = await createAccount(systemContext(deps, 'test'), { email, password: GOOD_PASSWORD, email_confirm: true })
	const fact = { user_id: id, done: true, changed_at: deps.now() }
	await deps.db
		.insertInto('progress_entries')
		.values([
			{ ...fact, kind: 'module', key: '1' },
			{ ...fact, kind: 'quiz-result', key: 'trial', detail: JSON.stringify({ type: 'creator' }) },
		])
		.execute()
	return id
}

test('segments filter by source, quiz result, finished module and purchase, in the list and the export', async () => {
	const wire = await startWire()
	await addLearner(wire, 'ana@example.test')
	for (const made of [
		{ email: 'ana@example.test', source: 'popup' } as const,
		{ email: 'bo@example.test' },
		{ email: '=cmd@example.test' },
	])
		await add(wire, { ...made, words: 'Hello, "you"\n+1' })
	const ctx = systemContext(wire.deps, 'test')
	const bo = await createAccount(ctx, { email: 'bo@example.test', password: GOOD_PASSWORD, email_confirm: true })
	await grantComplimentaryAccess(ctx, bo.id)
	const operator = await openConsoleAs(wire, 'operator')
	const shown = async (query: string) => {
		const { text } = await operator.get(`/admin/subscribers?${query}`)
		return ['ana', 'bo', '=cmd'].filter((name) => text.includes(`>${name}@`))
	}
	expect(await shown('')).toEqual(['ana', 'bo', '=cmd'])
	expect(await shown('source=popup')).toEqual(['ana'])
	expect(await shown('quiz=trial:creator')).toEqual(['ana'])
	const { freeTrial } = wire.deps.content
	expect((await operator.get('/admin/subscribers')).text).toContain(
		`<option value="trial:creator">Personality quiz: ${freeTrial.quiz.results.creator.title}</option>`,
	)
	expect(await shown('module=1')).toEqual(['ana'])
	expect(await shown('module=2')).toEqual([])
	expect(await shown('bought=yes')).toEqual(['bo'])
	expect(await shown('bought=no&state=confirmed')).toEqual(['ana', '=cmd'])
	expect((await operator.get('/admin/subscribers?bought=no&count=1')).text).toMatch(/confirmed<\/dt>\s*<dd>2</)

	const file = await operator.post('/admin/subscribers.csv', { bought: 'no', source: 'blog', code: operator.code() })
	expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="subscribers-/)
	expect(file.text.split('\r\n')[1]).toMatch(/^'=cmd@example.test,,confirmed,no,[^,]+,blog,"Hello, ""you""\n\+1",/)
	expect(file.text).not.toContain('ana@')
})

test('with several offers, a segment can be about one of them', async () => {
	const wire = await startWire({ content: loadTwoCourses() })
	const { learner } = await buyAsLearner(wire.deps)
	await add(wire, { email: learner.email })
	const operator = await openConsoleAs(wire, 'operator')
	const { product_code: code } = await wire.deps.db.selectFrom('orders').select('product_code').executeTakeFirstOrThrow()
	const isListed = async (bought: string) => (await operator.get(`/admin/subscribers?bought=${bought}`)).text.includes(`>${learner.email}<`)
	const other = wire.deps.content.offers.find((offer) => offer.code !== code)?.code
	expect([await isListed('yes'), await isListed(`yes:${code}`), await isListed(`no:${other}`)]).toEqual([true, true, true])
	expect([await isListed('no'), await isListed(`no:${code}`), await isListed(`yes:${other}`)]).toEqual([false, false, false])
	expect((await operator.get('/admin/subscribers')).text).toContain(`<option value="yes:${code}">has Digital Income Mastery`)
})

test('a long list is read by index and exported in batches', async () => {
	const wire = await startWire()
	const { db } = wire.deps
	await sql`insert into newsletter_subscriptions (email, source, status, requested_at, created_at)
		select 'p' || n || '@example.test', 'blog', case when n % 3 = 0 then 'pending' else 'confirmed' end, now(), now() - interval '1 s' * n
		from generate_series(1, 12000) n`.execute(db)
	await sql`analyze newsletter_subscriptions`.execute(db)
	const newest = (before = '') => readListRequest(new URLSearchParams({ before }), SUBSCRIBER_SORTS, '-added')
	const first = await listSubscribers(db, { ...newest(), status: null, segment: { bought: true } })
	expect([first.rows, first.next !== null]).toEqual([[], true])
	const page = await listSubscribers(db, { ...newest(), status: 'pending', segment: {} })
	expect(page.rows.map(({ email }) => email).slice(0, 2)).toEqual(['p3@example.test', 'p6@example.test'])
	const before = page.next ?? ''
	expect((await listSubscribers(db, { ...newest(before), status: 'pending', segment: {} })).rows[0]?.email).toBe('p153@example.test')
	expect(await countSubscribers(db, {})).toMatchObject({ pending: 4000, confirmed: 8000 })
	const all = { ...newest(), filters: {}, read: (asked: ListRequest) => readProofs(db, { status: 'pending', segment: {} }, asked) }
	let text = ''
	for await (const part of writeListCsv(SUBSCRIBER_COLUMNS, all)) text += part
	expect([text.split('\r\n').length, text.includes('p3@')]).toEqual([4002, true])
	// 4,000 are scanned on two full pages, without an empty third one.
	const pages: (string | undefined)[] = []
	for (let from: string | undefined = ''; from !== undefined;) {
		const { next } = await listSubscribers(db, { ...newest(from), status: 'pending', segment: { bought: true } })
		pages.push(from)
		from = next ?? undefined
	}
	expect(pages).toHaveLength(2)
	const plan = await sql`explain (format json) select id from newsletter_subscriptions where status = 'pending'
		order by created_at desc, id desc limit 2000`.execute(db)
	expect(JSON.stringify(plan.rows)).not.toContain('"Seq Scan"')
})
