import { expect, test } from 'vitest'

import { createApp } from '#server/process/app.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

async function open() {
	const { deps } = await makeTestDeps()
	const app = createApp(deps)
	const learner = await makeLearner(deps)
	const put = async (body: unknown, headers: Record<string, string> = learner.headers) =>
		app.request('/api/preferences', {
			method: 'PUT',
			headers: { ...headers, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
	const read = async () => (await app.request('/api/preferences', { headers: learner.headers })).json()
	const mails = async () => {
		const rows = await deps.db.selectFrom('outbox_messages').select('template').where('to_address', '=', learner.email).execute()
		return rows.map((row) => row.template)
	}
	return { deps, app, learner, put, read, mails }
}

test('turning the newsletter on sends one welcome, and it can be turned off and on again', async () => {
	const { put, read, mails } = await open()
	expect(await read()).toEqual({ newsletter: 'off' })
	expect(await (await put({ newsletter: true })).json()).toEqual({ newsletter: 'on' })
	await put({ newsletter: true })
	expect(await mails()).toEqual(['newsletter.welcome'])
	expect(await (await put({ newsletter: false })).json()).toEqual({ newsletter: 'off' })
	await put({ newsletter: true })
	expect([await read(), (await mails()).length]).toEqual([{ newsletter: 'on' }, 2])
})

test('turning the newsletter on confirms a pending subscription; a suppressed address stays off', async () => {
	const { deps, learner, put, read, mails } = await open()
	await deps.db
		.insertInto('newsletter_subscriptions')
		.values({ email: learner.email, source: 'blog', status: 'pending', requested_at: deps.now() })
		.execute()
	expect(await read()).toEqual({ newsletter: 'waiting' })
	expect(await (await put({ newsletter: true })).json()).toEqual({ newsletter: 'on' })
	await deps.db.updateTable('newsletter_subscriptions').set({ status: 'suppressed' }).execute()
	for (const newsletter of [true, false]) expect(await (await put({ newsletter })).json()).toEqual({ newsletter: 'closed' })
	expect(await mails()).toEqual(['newsletter.welcome'])
})

test('preferences require the account’s session and a valid body', async () => {
	const { deps, app, learner, put } = await open()
	expect((await app.request('/api/preferences')).status).toBe(401)
	expect((await put({ newsletter: true }, {})).status).toBe(401)
	for (const body of [{}, { newsletter: 'yes' }, { newsletter: true, email: 'other@example.test' }, null])
		expect((await put(body)).status).toBe(400)
	await deps.db.updateTable('auth.users').set({ email_confirmed_at: null }).where('id', '=', learner.userId).execute()
	expect((await put({ newsletter: true })).status).toBe(422)
	expect(await deps.db.selectFrom('newsletter_subscriptions').selectAll().execute()).toEqual([])
})
