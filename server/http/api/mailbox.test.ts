import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { MailboxState } from '#contracts/privacy.ts'
import { EXPORTS_PER_DAY, MAILBOX_LINK_MINUTES } from '#domain/privacy/periods.ts'
import { createApp } from '#server/process/app.ts'
import { readOrderBySession } from '#server/services/commerce/checkout/read-order-by-session.ts'
import { startCheckout } from '#server/services/commerce/checkout/start-checkout.ts'
import { acceptTransfer } from '#server/services/commerce/transfers/accept-transfer.ts'
import { type Deps, systemContext } from '#server/services/context.ts'
import { findRequestSubject, requestErasureFor } from '#server/services/people/privacy/operator-requests.ts'
import { anonymousContext, openCheckout, payAtProvider, PRODUCT, sessionIdOf } from '#tests/factories/checkout.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { findOrderOf } from '#tests/factories/money.ts'
import { CONSENT, placeTransfer, sendMoney } from '#tests/factories/transfer.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const GUEST = 'guest@example.test'
const OTHER = 'other@example.test'

async function openApi(env: Record<string, string> = {}) {
	const made = await makeTestDeps({ env })
	const app = createApp(made.deps)
	const post = (path: string, body: unknown) =>
		app.request(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
	const ask = (place: string, body: unknown) => post(`/api/mailbox${place}`, body)
	const newestMail = (to: string) =>
		made.deps.db
			.selectFrom('outbox_messages')
			.selectAll()
			.where('to_address', '=', to)
			.where('template', '=', 'privacy.mailbox-link')
			.orderBy('id', 'desc')
			.executeTakeFirst()
	/** Requests a link and reads its token from the email. */
	async function prove(email: string): Promise<string> {
		expect((await ask('/link', { email })).status).toBe(202)
		const token = /privacy-request#token=([0-9a-f]{56})/.exec((await newestMail(email))?.body ?? '')?.[1]
		return token ?? 'no token in the mail'
	}
	return { ...made, post, ask, prove, newestMail }
}

type Api = Awaited<ReturnType<typeof openApi>>

/** Creates data of someone without an account: a ticket, an application, a subscription and an order. */
async function leaveTraces({ deps, post }: Api, email: string): Promise<void> {
	const letter = { name: `Name of ${email}`, email, message: `Words of ${email}` }
	expect((await post('/api/support/contact', { ...letter, subject: 's' })).status).toBe(201)
	const form = new FormData()
	for (const [name, value] of Object.entries(letter)) form.set(name, value)
	const applied = await createApp(deps).request('/api/support/applications', { method: 'POST', body: form })
	expect(applied.status).toBe(201)
	await deps.db
		.insertInto('newsletter_subscriptions')
		.values({ email, first_name: 'N', source: 'blog', status: 'confirmed', requested_at: deps.now(), confirmed_at: deps.now() })
		.execute()
	const { sessionId } = await openCheckout(deps, { email })
	await payAtProvider(deps, sessionId, { email })
	expect(await readOrderBySession(anonymousContext(deps), sessionId)).toMatchObject({ status: 'paid' })
	await runDueJobs(deps)
}

/** Lists the tables that contain the address. */
async function tablesWith(deps: Deps, word: string): Promise<string[]> {
	const { rows } = await sql<{ name: string }>`
		select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')`.execute(deps.db)
	const found: string[] = []
	for (const { name } of rows) {
		const { rows: hits } = await sql`select 1 from ${sql.table(name)} as held where held::text ilike ${`%${word}%`} limit 1`.execute(
			deps.db,
		)
		if (hits.length > 0) found.push(name)
	}
	return found
}

const codeOf = async (response: Response) => [response.status, ((await response.json()) as { error: { code: string } }).error.code]

const ledger = async (deps: Deps) =>
	(
		await sql`select (select sum(total_cents) from orders) as total, (select sum(amount_cents) from payments) as paid,
			(select count(*) from orders) as orders`.execute(deps.db)
	).rows[0]

test('a guest’s export contains everything stored for the address, and nothing of anyone else', async () => {
	const api = await openApi()
	await leaveTraces(api, GUEST)
	await leaveTraces(api, OTHER)
	const token = await api.prove(GUEST)
	expect(await (await api.ask('/open', { token })).json()).toEqual({ email: GUEST, hasAccount: false } satisfies MailboxState)
	const copy = await (await api.ask('/export', { token, format: 'json' })).text()
	expect(copy).not.toContain(OTHER)
	const { data } = JSON.parse(copy) as { data: Record<string, { rows: unknown[] }> }
	for (const table of ['Contact messages', 'Applications', 'Newsletter', 'Orders', 'Access', 'Emails sent'])
		expect([table, data[table]?.rows.length ?? 0]).not.toEqual([table, 0])
})

test('an erasure removes the address from every table, and keeps others’ rows and the accounting', async () => {
	const api = await openApi()
	await leaveTraces(api, GUEST)
	await leaveTraces(api, OTHER)
	const [before, others] = [await ledger(api.deps), await tablesWith(api.deps, OTHER)]
	expect((await tablesWith(api.deps, GUEST)).length).toBeGreaterThan(6)
	const token = await api.prove(GUEST)
	expect((await api.ask('/erasure', { token })).status).toBe(200)
	expect(await tablesWith(api.deps, GUEST)).toEqual([])
	expect(await tablesWith(api.deps, OTHER)).toEqual(others)
	expect(await ledger(api.deps)).toEqual(before)
	expect(await api.deps.db.selectFrom('privacy_requests').select(['kind', 'outcome', 'user_id']).execute()).toEqual([
		{ kind: 'erase', outcome: 'erased', user_id: null },
	])
	expect(await codeOf(await api.ask('/open', { token }))).toEqual([403, 'link_expired'])
})

test('known and unknown addresses get the same answer and mail', async () => {
	const api = await openApi()
	await leaveTraces(api, GUEST)
	const answers = await Promise.all([GUEST, 'nobody@example.test'].map((email) => api.ask('/link', { email })))
	const [known, unknown] = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
	expect(known).toEqual(unknown)
	const [first, second] = await Promise.all([api.newestMail(GUEST), api.newestMail('nobody@example.test')])
	const withoutToken = (body: string | undefined) => body?.replaceAll(/[0-9a-f]{56}/g, '')
	expect([withoutToken(first?.body), first?.subject]).toEqual([withoutToken(second?.body), second?.subject])
})

test('mails to one address share the sign-in limit, and the token isn’t stored in plain text', async () => {
	const api = await openApi()
	const token = await api.prove(GUEST)
	expect(await codeOf(await api.ask('/link', { email: GUEST }))).toEqual([429, 'over_email_send_rate_limit'])
	await api.deps.db.deleteFrom('outbox_messages').execute()
	expect(await tablesWith(api.deps, token)).toEqual([])
	expect(await codeOf(await api.ask('/link', { email: 'not an address' }))).toEqual([400, 'validation_failed'])
})

test('a link expires, and an invalid one is refused', async () => {
	const api = await openApi()
	const token = await api.prove(GUEST)
	expect((await api.ask('/open', { token })).status).toBe(200)
	api.clock.advance(MAILBOX_LINK_MINUTES * 60_000 + 1)
	for (const dead of [token, 'a'.repeat(56)])
		for (const [place, more] of [
			['/open', {}],
			['/export', { format: 'json' }],
			['/erasure', {}],
		] as const)
			expect(await codeOf(await api.ask(place, { token: dead, ...more }))).toEqual([403, 'link_expired'])
})

test('twenty parallel exports with one link give five copies', async () => {
	const api = await openApi()
	const token = await api.prove(GUEST)
	const statuses = await Promise.all(
		Array.from({ length: 20 }, async () => {
			const answer = await api.ask('/export', { token, format: 'json' })
			await answer.text()
			return answer.status
		}),
	)
	expect(statuses.filter((status) => status === 200)).toHaveLength(EXPORTS_PER_DAY)
})

test('for an address with an account, only data outside the account is exported and deleted', async () => {
	const api = await openApi()
	const learner = await makeLearner(api.deps, GUEST)
	await api.deps.db
		.insertInto('planner_weeks')
		.values({
			user_id: learner.userId,
			week: '2026-11-16',
			focus_area: 'secret plan',
			focus_changed_at: api.deps.now(),
			rows: '[]',
			stored_at: api.deps.now(),
		})
		.execute()
	await api.post('/api/support/contact', { name: 'G', email: GUEST, subject: 's', message: 'left without an account' })
	const token = await api.prove(GUEST)
	expect(await (await api.ask('/open', { token })).json()).toEqual({ email: GUEST, hasAccount: true })
	const copy = await (await api.ask('/export', { token, format: 'json' })).text()
	expect([copy.includes('left without an account'), copy.includes('secret plan')]).toEqual([true, false])
	expect((await api.ask('/erasure', { token })).status).toBe(200)
	expect(await api.deps.db.selectFrom('support_tickets').select('id').execute()).toEqual([])
	expect(await api.deps.db.selectFrom('auth.users').select('email').execute()).toEqual([{ email: GUEST }])
	expect(await api.deps.db.selectFrom('planner_weeks').select('week').execute()).toHaveLength(1)
})

test('deletion is refused while a checkout is open, and the link stays valid', async () => {
	const api = await openApi()
	await openCheckout(api.deps, { email: GUEST, browserKey: 'b' })
	const token = await api.prove(GUEST)
	expect(await codeOf(await api.ask('/erasure', { token }))).toEqual([409, 'money_under_way'])
	expect((await api.ask('/open', { token })).status).toBe(200)
})

test('unpaid bank transfer orders by strangers don’t block deletion by the address’s owner', async () => {
	const api = await openApi({ BANK_TRANSFER: '1' })
	const { deps } = api
	const [placed, left] = [await openCheckout(deps, { browserKey: 'a' }), await openCheckout(deps, { browserKey: 'b', email: GUEST })]
	await placeTransfer(deps, placed.sessionId, { browserKey: 'a', email: GUEST })
	const paid = await openCheckout(deps, { browserKey: 'c' })
	await placeTransfer(deps, paid.sessionId, { browserKey: 'c', email: OTHER })
	const foreign = await openCheckout(deps, { browserKey: 'd' })
	await placeTransfer(deps, foreign.sessionId, { browserKey: 'd', email: OTHER })
	// The account's address is unverified, as after a sign-up through a provider that doesn't verify addresses.
	const { id: userId } = await deps.db.insertInto('auth.users').values({ email: GUEST }).returning('id').executeTakeFirstOrThrow()
	const unproven = { ...anonymousContext(deps), actor: { type: 'learner', userId, sessionId: 'none', aal: 'aal1' } } as const
	const { url } = await startCheckout(unproven, { productName: PRODUCT, browserKey: 'e', email: undefined, couponCode: undefined })
	await acceptTransfer(unproven, { id: sessionIdOf(url), consent: CONSENT, email: undefined, browserKey: null })
	const token = await api.prove(GUEST)
	expect(await codeOf(await api.ask('/erasure', { token: token.replace(/^./, (first) => (first === '0' ? '1' : '0')) }))).toEqual([
		403,
		'link_expired',
	])
	expect(await findOrderOf(deps, placed.sessionId)).toMatchObject({ status: 'pending' })
	expect((await api.ask('/erasure', { token })).status).toBe(200)
	expect(await tablesWith(deps, GUEST)).toEqual([])
	for (const id of [placed.sessionId, left.sessionId, sessionIdOf(url)])
		expect(await findOrderOf(deps, id)).toMatchObject({ status: 'canceled' })
	expect(await findOrderOf(deps, foreign.sessionId)).toMatchObject({ status: 'pending' })
	// Money that arrives after the erasure has no known buyer.
	for (const isTakenLate of [false, true])
		await expect(sendMoney(deps, placed.sessionId, { isTakenLate })).rejects.toMatchObject({ code: 'transfer_no_buyer' })
	expect(await findOrderOf(deps, placed.sessionId)).toMatchObject({ status: 'canceled' })
	// The payment counts as pending only while it is being returned.
	await sendMoney(deps, paid.sessionId)
	expect((await api.ask('/erasure', { token: await api.prove(OTHER) })).status).toBe(200)
})

test('the operator finds a guest’s data by address, and sees if there is none', async () => {
	const api = await openApi()
	await leaveTraces(api, GUEST)
	const ctx = systemContext(api.deps, 'test')
	expect(await findRequestSubject(ctx, 'nobody@example.test')).toBeNull()
	const found = await findRequestSubject(ctx, ` ${GUEST.toUpperCase()} `)
	expect(found).toMatchObject({ accountId: null, person: { emails: [GUEST] } })
	expect(await requestErasureFor(ctx, found!)).toBeNull()
	expect(await tablesWith(api.deps, GUEST)).toEqual([])
	const learner = await makeLearner(api.deps, OTHER)
	expect(await findRequestSubject(ctx, OTHER)).toMatchObject({ accountId: learner.userId })
	// An older account, managed by a company's sign-in provider, claims the same address.
	const managed = await makeLearner(api.deps, 'managed@example.test')
	const asserted = { email: OTHER, is_sso_user: true, created_at: new Date(0) }
	await api.deps.db.updateTable('auth.users').set(asserted).where('id', '=', managed.userId).execute()
	expect(await findRequestSubject(ctx, OTHER)).toMatchObject({ accountId: learner.userId })
})
