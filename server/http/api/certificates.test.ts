import { expect, test } from 'vitest'

import type { ApiErrorBody } from '#contracts/api-error.ts'
import type { ClaimCertificateResponse, OwnCertificateResponse, VerificationResponse } from '#contracts/certificates.ts'
import { createApp } from '#server/app.ts'
import { makeGraduate, payCourse, readWholeCourse, reportProgress, wholeCourse } from '#tests/factories/graduate.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

async function openAcademy(env: Record<string, string> = {}) {
	const made = await makeTestDeps({ env })
	const app = createApp(made.deps)
	const send = (path: string, headers: Record<string, string>, body?: unknown) =>
		app.request(path, {
			headers: { 'content-type': 'application/json', ...headers },
			...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
		})
	const own = async (learner: { headers: Record<string, string> }) =>
		(await (await send('/api/certificates', learner.headers)).json()) as OwnCertificateResponse
	const claim = (learner: { headers: Record<string, string> }, name = 'Łukasz Žofie') =>
		send('/api/certificates', learner.headers, { name })
	const issued = async (learner: { headers: Record<string, string> }, name?: string) => {
		const response = await claim(learner, name)
		expect(response.status).toBe(200)
		return ((await response.json()) as ClaimCertificateResponse).certificate
	}
	const verify = async (id: string) => (await (await send(`/api/certificates/${id}`, {})).json()) as VerificationResponse
	const codeOf = async (response: Response) => ((await response.json()) as ApiErrorBody).error.code
	return { ...made, app, send, own, claim, issued, verify, codeOf }
}

test('a graduate claims the certificate, and everybody can verify it', async () => {
	const academy = await openAcademy()
	const graduate = await makeGraduate(academy.deps, academy.app)
	expect(await academy.own(graduate)).toEqual({ status: 'open', suggestedName: 'Ana Test', isPaid: true, left: [], revoked: null })
	const certificate = await academy.issued(graduate)
	expect(certificate).toMatchObject({ name: 'Łukasz Žofie', courseName: graduate.courseName, revokedAt: null, hasPdf: true })
	expect(await academy.own(graduate)).toEqual({ status: 'issued', certificate })
	const verification = await academy.verify(certificate.id)
	expect(verification).toMatchObject({ certificate, state: 'valid' })
	expect(verification.checks.every(({ passed }) => passed)).toBe(true)
	expect(JSON.stringify(verification)).not.toContain(graduate.email)
})

test('twenty claims at once make one certificate, and a later name changes nothing', async () => {
	const academy = await openAcademy()
	const graduate = await makeGraduate(academy.deps, academy.app)
	const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => academy.issued(graduate, `Name ${'x'.repeat(index + 1)}`)))
	expect(new Set(claims.map(({ id }) => id)).size).toBe(1)
	expect(await academy.issued(graduate, 'Somebody Else')).toEqual(claims[0])
	expect(await academy.deps.db.selectFrom('certificates').selectAll().execute()).toHaveLength(1)
})

test('completions that a browser only claims are not enough: what is left is named', async () => {
	const academy = await openAcademy()
	const learner = await makeLearner(academy.deps)
	await payCourse(academy.deps, learner)
	await reportProgress(academy.app, learner, wholeCourse(academy.deps.now().getTime()))
	const response = await academy.claim(learner)
	expect([response.status, await academy.codeOf(response)]).toEqual([409, 'certificate_not_ready'])
	const state = await academy.own(learner)
	if (state.status !== 'open') throw new Error('no certificate was due')
	expect(state.left[0]).toMatchObject({ moduleId: 1, sectionId: expect.any(String), sectionTitle: expect.any(String) })
	await readWholeCourse(academy.app, learner)
	expect((await academy.issued(learner)).name).toBe('Łukasz Žofie')
})

test('a learner who did not pay is told so, whatever they completed', async () => {
	const academy = await openAcademy()
	const learner = await makeLearner(academy.deps)
	await reportProgress(academy.app, learner, wholeCourse(academy.deps.now().getTime()))
	await readWholeCourse(academy.app, learner)
	const response = await academy.claim(learner)
	expect([response.status, await academy.codeOf(response)]).toEqual([403, 'certificate_not_paid'])
	expect(await academy.own(learner)).toMatchObject({ status: 'open', isPaid: false, left: [] })
})

test('a refund revokes it at once, and who buys again gets a new one', async () => {
	const academy = await openAcademy()
	const graduate = await makeGraduate(academy.deps, academy.app)
	const first = await academy.issued(graduate)
	academy.clock.advance(60_000)
	await academy.deps.db.updateTable('entitlements').set({ state: 'revoked' }).where('order_id', '=', graduate.orderId).execute()
	const revoked = await academy.verify(first.id)
	expect(revoked).toMatchObject({ state: 'revoked', certificate: { revokedAt: academy.clock.now().toISOString() } })
	expect(revoked.checks.filter(({ passed }) => !passed)).toEqual([{ id: 'status', passed: false }])
	expect((await academy.send(`/certificates/${first.id}/certificate.pdf`, {})).status).toBe(409)
	expect(await academy.own(graduate)).toMatchObject({ status: 'open', isPaid: false, revoked: { id: first.id } })
	expect((await academy.claim(graduate)).status).toBe(403)

	await payCourse(academy.deps, graduate)
	const second = await academy.issued(graduate)
	expect(second.id).not.toBe(first.id)
	expect([(await academy.verify(first.id)).state, (await academy.verify(second.id)).state]).toEqual(['revoked', 'valid'])
})

test('a dispute that is not decided takes nothing away', async () => {
	const academy = await openAcademy()
	const graduate = await makeGraduate(academy.deps, academy.app)
	const { id } = await academy.issued(graduate)
	await academy.deps.db.updateTable('entitlements').set({ state: 'suspended' }).where('order_id', '=', graduate.orderId).execute()
	expect((await academy.verify(id)).state).toBe('valid')
})

test('a record that was changed in the database no longer verifies', async () => {
	const academy = await openAcademy()
	const { id } = await academy.issued(await makeGraduate(academy.deps, academy.app))
	await academy.deps.db.updateTable('certificates').set({ learner_name: 'Somebody Else' }).where('id', '=', id).execute()
	const { state, checks } = await academy.verify(id)
	expect([state, checks.filter(({ passed }) => !passed)]).toEqual(['altered', [{ id: 'record', passed: false }]])
})

test('a downloaded file verifies as it is, and not after one word was changed', async () => {
	const academy = await openAcademy()
	const { id } = await academy.issued(await makeGraduate(academy.deps, academy.app))
	const download = await academy.send(`/certificates/${id}/credential.json`, {})
	expect(download.headers.get('content-type')).toBe('application/vc')
	const text = await download.text()
	const check = async (file: string) => academy.send('/api/certificates/check', {}, JSON.parse(file))
	expect(((await (await check(text)).json()) as VerificationResponse).state).toBe('valid')
	const forged = (await (await check(text.replace('Žofie', 'Zofie'))).json()) as VerificationResponse
	expect([forged.state, forged.checks.filter(({ passed }) => !passed).map(({ id: name }) => name)]).toEqual([
		'altered',
		['signature', 'record'],
	])
	const foreign = await check(text.replaceAll(id, '3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b'))
	expect([foreign.status, await academy.codeOf(foreign)]).toEqual([404, 'certificate_not_found'])
	for (const other of ['{}', '[]', '"x"', text.replace('"proof"', '"prove"'), JSON.stringify({ ...JSON.parse(text), extra: 1 })]) {
		const refused = await check(other)
		expect([refused.status, await academy.codeOf(refused)]).toEqual([400, 'not_a_certificate'])
	}
})

test.each([
	{ path: '/api/certificates', status: 401 },
	{ path: '/api/certificates/none', status: 404 },
	{ path: '/api/certificates/3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b', status: 404 },
	{ path: '/certificates/3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b', status: 404 },
	{ path: '/certificates/none/credential.json', status: 404 },
	{ path: '/certificates/none/certificate.pdf', status: 404 },
	{ path: '/certificates/status/1', status: 404 },
	{ path: '/certificates/status/x', status: 404 },
	{ path: '/.well-known/did.json', status: 404 },
])('$path answers $status where there is nothing', async ({ path, status }) => {
	const { send } = await openAcademy()
	expect((await send(path, {})).status).toBe(status)
})

test.each(['', '   ', '123', 'a@b.example', 'x'.repeat(81), '\u202Etset', 7, null])('the name %j is refused', async (name) => {
	const academy = await openAcademy()
	const learner = await makeLearner(academy.deps)
	const response = await academy.send('/api/certificates', learner.headers, { name })
	expect(response.status).toBe(400)
	expect((await response.json()) as ApiErrorBody).toMatchObject({
		error: { code: 'validation_failed', fields: { name: expect.any(String) } },
	})
})
