import { expect, test } from 'vitest'

import { createApp } from '#server/process/app.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

type Account = Awaited<ReturnType<typeof openLeads>>

async function openLeads(env: Record<string, string> = {}) {
	const { deps } = await makeTestDeps({ env })
	return { app: createApp(deps), deps }
}

const send = (
	{ app }: Account,
	form: 'early-access' | 'feedback',
	{ body, headers = {} }: { body: unknown; headers?: Record<string, string> },
) =>
	app.request(`/api/leads/${form}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	})

const fieldsOf = async (response: Response) => ((await response.json()) as { error: { fields?: Record<string, string> } }).error.fields

test('an address joins the early-access list once, in any spelling', async () => {
	const leads = await openLeads()
	for (const email of ['Ana@Example.test', ' ana@example.test ', 'ana@example.test'])
		expect((await send(leads, 'early-access', { body: { email } })).status).toBe(201)
	expect(await leads.deps.db.selectFrom('early_access_requests').selectAll().execute()).toEqual([
		expect.objectContaining({ email: 'ana@example.test', module_id: 2, user_id: null }),
	])
})

test('feedback is stored once per form, with the learner', async () => {
	const leads = await openLeads()
	const learner = await makeLearner(leads.deps)
	const body = { feedbackId: '11111111-1111-4111-8111-111111111111', helpful: false, suggestion: '  Shorter\nlessons  ' }
	for (let call = 0; call < 2; call += 1) expect((await send(leads, 'feedback', { body, headers: learner.headers })).status).toBe(201)
	expect((await send(leads, 'feedback', { body: { helpful: true } })).status).toBe(201)
	const stored = await leads.deps.db.selectFrom('module_feedback').selectAll().orderBy('is_helpful').execute()
	expect(stored).toEqual([
		expect.objectContaining({ is_helpful: false, suggestion: 'Shorter\nlessons', user_id: learner.userId, module_id: 1 }),
		expect.objectContaining({ is_helpful: true, suggestion: null, user_id: null }),
	])
})

test.each(['early-access', 'feedback'] as const)(
	'a bot that fills the honeypot of %s gets the usual answer, and nothing is stored',
	async (form) => {
		const leads = await openLeads()
		const response = await send(leads, form, { body: { email: 'bot@example.test', helpful: true, website: 'x' } })
		const person = await send(leads, form, {
			body: form === 'feedback' ? { helpful: true, website: 'x' } : { email: 'bot@example.test', website: 'x' },
		})
		expect(response.status).toBe(400) // a field of the other form
		expect(person.status).toBe(201)
		expect(await leads.deps.db.selectFrom('early_access_requests').selectAll().execute()).toEqual([])
		expect(await leads.deps.db.selectFrom('module_feedback').selectAll().execute()).toEqual([])
	},
)

const LONG = `${'a'.repeat(64)}@${'b'.repeat(188)}.`
test.each([
	{ form: 'early-access', body: {}, field: 'email' },
	{ form: 'early-access', body: { email: '' }, field: 'email' },
	{ form: 'early-access', body: { email: 'ana' }, field: 'email' },
	{ form: 'early-access', body: { email: 'ana@example' }, field: 'email' },
	{ form: 'early-access', body: { email: 'ana@exa mple.test' }, field: 'email' },
	{ form: 'early-access', body: { email: 'ana\u0000@example.test' }, field: 'email' },
	{ form: 'early-access', body: { email: `${LONG}cc` }, field: 'email' },
	{ form: 'early-access', body: { email: 'ana@example.test', moduleId: 100 }, field: 'moduleId' },
	{ form: 'feedback', body: {}, field: 'helpful' },
	{ form: 'feedback', body: { helpful: 'yes' }, field: 'helpful' },
	{ form: 'feedback', body: { helpful: true, suggestion: 'x'.repeat(1001) }, field: 'suggestion' },
	{ form: 'feedback', body: { helpful: true, suggestion: 'a\u0000b' }, field: 'suggestion' },
	{ form: 'feedback', body: { helpful: true, moduleId: 0 }, field: 'moduleId' },
] as const)('$form with $body is refused at $field', async ({ form, body, field }) => {
	const leads = await openLeads()
	const response = await send(leads, form, { body })
	expect(response.status).toBe(400)
	expect(Object.keys((await fieldsOf(response)) ?? {})).toEqual([field])
})

test.each([
	{ form: 'early-access', body: { email: 'ana@example.test', moduleId: 7 } },
	{ form: 'feedback', body: { helpful: true, moduleId: 7 } },
] as const)('$form for an unknown module is refused', async ({ form, body }) => {
	const leads = await openLeads()
	const response = await send(leads, form, { body })
	expect([response.status, await response.json()]).toMatchObject([422, { error: { code: 'module_unknown' } }])
})

test('limits are inclusive: 254 characters for an address, 1,000 for a suggestion', async () => {
	const leads = await openLeads()
	const email = `${LONG}c`
	expect(email).toHaveLength(255)
	expect((await send(leads, 'early-access', { body: { email } })).status).toBe(400)
	expect((await send(leads, 'early-access', { body: { email: email.slice(1) } })).status).toBe(201)
	expect((await send(leads, 'feedback', { body: { helpful: true, suggestion: 'x'.repeat(1000) } })).status).toBe(201)
})

test('the eleventh form of one IP address in an hour gets Retry-After; another address doesn’t', async () => {
	const leads = await openLeads({ TRUSTED_PROXY_HOPS: '1' })
	const from = (address: string) => send(leads, 'feedback', { body: { helpful: true }, headers: { 'x-forwarded-for': address } })
	for (let call = 0; call < 10; call += 1) expect((await from('203.0.113.7')).status).toBe(201)
	const refused = await from('203.0.113.7')
	expect(refused.status).toBe(429)
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
	expect((await from('203.0.113.8')).status).toBe(201)
})

test('joining early access is confirmed by mail once per module, at most three times a day', async () => {
	const leads = await openLeads()
	for (const moduleId of [2, 2, 3, 4, 5]) await send(leads, 'early-access', { body: { email: 'Ana@example.test', moduleId } })
	const mails = await leads.deps.db
		.selectFrom('outbox_messages')
		.selectAll()
		.where('template', '=', 'leads.early-access')
		.orderBy('id')
		.execute()
	expect(mails.map(({ to_address: to, subject }) => [to, subject])).toEqual(
		[2, 3, 4].map((id) => ['ana@example.test', `Early access to module ${id}`]),
	)
	for (const { body } of mails) expect(body).toContain('Delete your address here: http://localhost:3000/privacy-request')
})

test('a learner is thanked for feedback by mail, without the text; a visitor isn’t', async () => {
	const leads = await openLeads()
	const learner = await makeLearner(leads.deps)
	await send(leads, 'feedback', { body: { helpful: true, suggestion: 'Win a prize' }, headers: learner.headers })
	await send(leads, 'feedback', { body: { helpful: true } })
	const mails = await leads.deps.db.selectFrom('outbox_messages').selectAll().where('template', '=', 'leads.feedback').execute()
	expect(mails).toHaveLength(1)
	expect(mails[0]?.body).not.toMatch(/prize/)
})

const askForPlan = (leads: Account, body: unknown) =>
	leads.app.request('/api/leads/action-plan', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
const PLAN = { email: 'Ana@example.test', type: 'creator', agrees: true }

test('an action plan is mailed at most three times a day, and the address isn’t stored elsewhere', async () => {
	const leads = await openLeads()
	for (let call = 0; call < 5; call += 1) expect((await askForPlan(leads, PLAN)).status).toBe(202)
	const mails = await leads.deps.db.selectFrom('outbox_messages').selectAll().execute()
	expect(mails).toHaveLength(3)
	expect(mails[0]).toMatchObject({ to_address: 'ana@example.test', template: 'leads.action-plan' })
	expect(mails[0]?.body).toMatch(/\n5\. /)
	expect(await leads.deps.db.selectFrom('newsletter_subscriptions').selectAll().execute()).toEqual([])
})

test.each([
	{ what: 'no consent', body: { ...PLAN, agrees: false }, field: 'agrees' },
	{ what: 'two addresses', body: { ...PLAN, email: 'a@b.co,c@d.co' }, field: 'email' },
	{ what: 'a display name', body: { ...PLAN, email: 'Ana <ana@example.test>' }, field: 'email' },
	{ what: 'an unknown type', body: { ...PLAN, type: '__proto__' }, field: 'type' },
])('no action plan is mailed for $what', async ({ body, field }) => {
	const leads = await openLeads()
	const response = await askForPlan(leads, body)
	expect([response.status, Object.keys((await fieldsOf(response)) ?? {})]).toEqual([400, [field]])
	expect((await askForPlan(leads, { ...PLAN, website: 'x' })).status).toBe(202)
	expect(await leads.deps.db.selectFrom('outbox_messages').selectAll().execute()).toEqual([])
})
