import { expect, test } from 'vitest'

import type { RefundView } from '#contracts/refunds.ts'
import { createApp } from '#server/process/app.ts'
import { overrideRefund } from '#server/services/commerce/refunds/request-refund.ts'
import { systemContext } from '#server/services/context.ts'
import { verifyCertificate } from '#server/services/learning/certificates/verify-certificate.ts'
import { graduate } from '#tests/factories/graduate.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import { runDueJobs } from '#tests/setup/run-due-jobs.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

type Answer = RefundView & { error?: { code: string; fields?: Record<string, string> } }

async function open() {
	const { deps } = await makeTestDeps()
	const app = createApp(deps)
	const bought = await buyAsLearner(deps)
	const ask = async (headers: Record<string, string>, body?: unknown, id = bought.sessionId) => {
		const response = await app.request(`/api/orders/${id}/refund`, {
			...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
			headers: { 'content-type': 'application/json', ...headers },
		})
		return { status: response.status, cache: response.headers.get('cache-control'), body: (await response.json()) as Answer }
	}
	return { deps, app, ask, ...bought }
}

test('only the owner gets an answer, which is no-store', async () => {
	const { deps, ask, learner, orderId } = await open()
	const stranger = await makeLearner(deps)
	for (const body of [undefined, { kind: 'promise' }]) {
		expect((await ask({}, body)).status).toBe(401)
		const refused = await ask(stranger.headers, body)
		expect([refused.status, refused.body.error?.code]).toEqual([404, 'order_not_found'])
	}
	const own = await ask(learner.headers, undefined, orderId)
	expect([own.status, own.cache, own.body.request]).toEqual([200, 'no-store', null])
})

test.each([
	{ what: 'nothing', body: {}, field: 'kind' },
	{ what: 'a kind reserved for operators', body: { kind: 'operator' }, field: 'kind' },
	{ what: 'a withdrawal without a name', body: { kind: 'withdrawal' }, field: 'name' },
	{ what: 'a blank name', body: { kind: 'withdrawal', name: '   ' }, field: 'name' },
	{ what: 'a message too long', body: { kind: 'promise', message: 'x'.repeat(2001) }, field: 'message' },
	{ what: 'a NUL', body: { kind: 'promise', message: 'a\0b' }, field: 'message' },
])('$what is refused at its field, and nothing is stored', async ({ body, field }) => {
	const { deps, ask, learner } = await open()
	const { status, body: answer } = await ask(learner.headers, body)
	expect([status, Object.keys(answer.error?.fields ?? {})]).toEqual([400, [field]])
	expect(await deps.db.selectFrom('refund_requests').select('id').execute()).toEqual([])
})

test('a graduate’s refund is refused by the policy; after an override the certificate page shows revoked', async () => {
	const { deps, app, ask, learner, orderId } = await open()
	await graduate(app, learner, deps)
	const claimed = await app.request('/api/certificates', {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...learner.headers },
		body: JSON.stringify({ name: 'Ana Test' }),
	})
	const { certificate } = (await claimed.json()) as { certificate: { id: string } }
	const { body } = await ask(learner.headers, { kind: 'promise' })
	expect(body).toMatchObject({ meter: { opened: body.meter.total }, request: { state: 'refused', reasons: ['content_accessed'] } })
	const ctx = systemContext(deps, 'test')
	const stateNow = async () => (await verifyCertificate(ctx, certificate.id)).state
	expect(await stateNow()).toBe('valid')
	await overrideRefund(ctx, { orderId, operator: 'Operator One', reason: 'Goodwill' })
	await runDueJobs(deps)
	expect(await stateNow()).toBe('revoked')
	const { request } = (await ask(learner.headers)).body
	expect(request).toMatchObject({ state: 'settled', kind: 'operator' })
	expect(JSON.stringify(request)).not.toContain('Goodwill')
})
