// asvs V2.3.1
// regression CVE-2026-30884
import { expect, test } from 'vitest'

import type { ApiErrorBody } from '#contracts/api-error.ts'
import type { ClaimCertificateResponse, OwnCertificateResponse, VerificationResponse } from '#contracts/certificates.ts'
import { createApp } from '#server/process/app.ts'
import { makeGraduate, passChecks, PAUSE_MS, payCourse, readWholeCourse, reportProgress, wholeCourse } from '#tests/factories/graduate.ts'
import { listChecks } from '#tests/factories/knowledge-checks.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { sitePages } from '#tests/setup/site-pages.ts'
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

test('a graduate claims the certificate, and anyone can verify it', async () => {
	const academy = await openAcademy()
	const graduate = await makeGraduate(academy.deps, academy.app)
	expect(await academy.own(graduate)).toEqual({ status: 'open', suggestedName: 'Ana Test', isPaid: true, left: [], revoked: null })
	const certificate = await academy.issued(graduate)
	expect(certificate).toMatchObject({ name: 'Łukasz Žofie', courseName: graduate.courseName, revokedAt: null, hasPdf: true })
	expect(await academy.own(graduate)).toMatchObject({ status: 'issued', certificate })
	const verification = await academy.verify(certificate.id)
	expect(verification).toMatchObject({ certificate, state: 'valid' })
	expect(verification.checks.every(({ passed }) => passed)).toBe(true)
	expect(JSON.stringify(verification)).not.toContain(graduate.email)
})

test('parallel first requests for the certificate key create one key and no error', async () => {
	const { deps, app } = await openAcademy()
	const answers = await Promise.all(Array.from({ length: 64 }, () => app.request('/.well-known/did.json')))
	expect([...new Set(answers.map(({ status }) => status))]).toEqual([404])
	expect(await deps.db.selectFrom('auth.certificate_keys').select('status').execute()).toEqual([{ status: 'current' }])
})

test('twenty parallel claims issue one certificate, and a later name changes nothing', async () => {
	const academy = await openAcademy()
	const graduate = await makeGraduate(academy.deps, academy.app)
	const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => academy.issued(graduate, `Name ${'x'.repeat(index + 1)}`)))
	expect(new Set(claims.map(({ id }) => id)).size).toBe(1)
	expect(await academy.issued(graduate, 'Another Name')).toEqual(claims[0])
	expect(await academy.deps.db.selectFrom('certificates').selectAll().execute()).toHaveLength(1)
})

test('completions claimed only by a browser don’t count, and what is left is listed', async () => {
	const academy = await openAcademy()
	const learner = await makeLearner(academy.deps)
	await payCourse(academy.deps, learner)
	await reportProgress(academy.app, learner, wholeCourse(academy.deps.now().getTime()))
	const response = await academy.claim(learner)
	expect([response.status, await academy.codeOf(response)]).toEqual([409, 'certificate_not_ready'])
	const state = await academy.own(learner)
	if (state.status !== 'open') throw new Error('no certificate was due')
	expect(state.left[0]).toMatchObject({
		kind: 'open-section',
		moduleId: 1,
		sectionId: expect.any(String) as string,
		sectionTitle: expect.any(String) as string,
	})
	expect(state.left.at(-1)).toEqual({ kind: 'another-sitting', pauseMinutes: 30 })
	await readWholeCourse(academy.app, learner, { rest: () => academy.clock.advance(PAUSE_MS) })
	const checks = await academy.own(learner)
	if (checks.status !== 'open') throw new Error('no certificate was due')
	expect(new Set(checks.left.map(({ kind }) => kind))).toEqual(new Set(['pass-check']))
	expect(checks.left).toHaveLength((await listChecks()).length)
	await passChecks(academy.app, learner)
	expect((await academy.issued(learner)).name).toBe('Łukasz Žofie')
})

test('a learner who hasn’t paid can’t get a certificate, whatever they completed', async () => {
	const academy = await openAcademy()
	const learner = await makeLearner(academy.deps)
	await reportProgress(academy.app, learner, wholeCourse(academy.deps.now().getTime()))
	await readWholeCourse(academy.app, learner, { rest: () => academy.clock.advance(PAUSE_MS) })
	await passChecks(academy.app, learner)
	const response = await academy.claim(learner)
	expect([response.status, await academy.codeOf(response)]).toEqual([403, 'certificate_not_paid'])
	expect(await academy.own(learner)).toMatchObject({ status: 'open', isPaid: false, left: [] })
})

test('a refund revokes the certificate at once, and buying again gives a new one', async () => {
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

test('an open dispute doesn’t revoke the certificate', async () => {
	const academy = await openAcademy()
	const graduate = await makeGraduate(academy.deps, academy.app)
	const { id } = await academy.issued(graduate)
	await academy.deps.db.updateTable('entitlements').set({ state: 'suspended' }).where('order_id', '=', graduate.orderId).execute()
	expect((await academy.verify(id)).state).toBe('valid')
})

test('a record changed in the database no longer verifies', async () => {
	const academy = await openAcademy()
	const { id } = await academy.issued(await makeGraduate(academy.deps, academy.app))
	await academy.deps.db.updateTable('certificates').set({ learner_name: 'Another Name' }).where('id', '=', id).execute()
	const { state, checks } = await academy.verify(id)
	expect([state, checks.filter(({ passed }) => !passed)]).toEqual(['altered', [{ id: 'record', passed: false }]])
})

test('a downloaded credential verifies unchanged, but not with one word changed', async () => {
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

test('after access ends no PDF is made, even without a visit in between', async () => {
	const academy = await openAcademy()
	const graduate = await makeGraduate(academy.deps, academy.app)
	const pdf = `/certificates/${(await academy.issued(graduate)).id}/certificate.pdf`
	expect((await academy.send(pdf, {})).status).toBe(200)
	// The course was bought with an address that the account no longer has.
	await academy.deps.db.updateTable('entitlements').set({ user_id: null, email: 'left@example.test' }).execute()
	const refused = await academy.send(pdf, {})
	expect([refused.status, await academy.codeOf(refused)]).toEqual([409, 'certificate_revoked'])
})

test('a certificate is issued for a name the PDF fonts can’t print, but without a PDF', async () => {
	const academy = await openAcademy()
	const certificate = await academy.issued(await makeGraduate(academy.deps, academy.app), '王小明')
	expect(certificate).toMatchObject({ name: '王小明', hasPdf: false })
	expect((await academy.verify(certificate.id)).state).toBe('valid')
	const pdf = await academy.send(`/certificates/${certificate.id}/certificate.pdf`, {})
	expect([pdf.status, await academy.codeOf(pdf)]).toEqual([422, 'name_not_printable'])
})

test('URLs of unknown certificates are refused with the right status', async () => {
	const { send } = await openAcademy()
	const nobody = '3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b'
	const answers = {
		'/api/certificates': 401,
		'/api/certificates/none': 404,
		[`/api/certificates/${nobody}`]: 404,
		[`/certificates/${nobody}`]: 404,
		'/certificates/none/credential.json': 404,
		'/certificates/none/certificate.pdf': 404,
		'/certificates/status/1': 404,
		'/certificates/status/x': 404,
		'/.well-known/did.json': 404,
	}
	const seen = await Promise.all(Object.keys(answers).map(async (path) => [path, (await send(path, {})).status]))
	expect(Object.fromEntries(seen)).toEqual(answers)
})

test('an invalid name is refused with a field error', async () => {
	const academy = await openAcademy()
	const learner = await makeLearner(academy.deps)
	for (const name of ['', '   ', '123', 'a@b.example', 'x'.repeat(81), '\u202Etset', 'a\u0000b', 7, null]) {
		const response = await academy.send('/api/certificates', learner.headers, { name })
		expect(response.status).toBe(400)
		expect(await response.json()).toMatchObject({ error: { code: 'validation_failed', fields: { name: expect.any(String) } } })
	}
})

test('the certificate page has its facts without scripts, and an unknown ID is a 404', async () => {
	const made = await makeTestDeps()
	const app = createApp(made.deps, (request) => sitePages.serve(request, made.deps.content))
	const graduate = await makeGraduate(made.deps, app)
	const claimed = await app.request('/api/certificates', {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...graduate.headers },
		body: JSON.stringify({ name: `Ana "O'Test" & Sons` }),
	})
	const { certificate } = (await claimed.json()) as ClaimCertificateResponse
	const response = await app.request(`/certificates/${certificate.id}`)
	const html = await response.text()
	expect([response.status, response.headers.get('x-robots-tag'), response.headers.get('etag')]).toEqual([200, 'noindex', null])
	expect(html).toMatch(/<noscript>.*Ana &quot;O&#x27;Test&quot; &amp; Sons completed the course.*<\/noscript>/)
	expect(html).toContain('This certificate is valid.')
	expect((await app.request(`/certificates/${certificate.id}.data`)).headers.get('content-type')).toContain('text/x-script')
	await made.deps.db.updateTable('entitlements').set({ ends_at: made.deps.now() }).execute()
	expect(await (await app.request(`/certificates/${certificate.id}`)).text()).toContain('This certificate is valid.')
	await made.deps.db.updateTable('entitlements').set({ state: 'revoked' }).execute()
	expect(await (await app.request(`/certificates/${certificate.id}`)).text()).toContain('This certificate was revoked on')
	const missing = await app.request('/certificates/3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b')
	expect([missing.status, (await missing.text()).includes('<h1>Page Not Found</h1>')]).toEqual([404, true])
})

test('a refund reaches the status list within a minute, even without a visit', async () => {
	const academy = await openAcademy()
	const graduate = await makeGraduate(academy.deps, academy.app)
	const { id } = await academy.issued(graduate)
	const readList = async () =>
		((await (await academy.send('/certificates/status/0', {})).json()) as { credentialSubject: { encodedList: string } }).credentialSubject
			.encodedList
	const before = await readList()
	await academy.deps.db.updateTable('entitlements').set({ state: 'revoked' }).where('order_id', '=', graduate.orderId).execute()
	academy.clock.advance(60_000)
	expect(await readList()).not.toBe(before)
	const { revoked_reason: reason } = await academy.deps.db
		.selectFrom('certificates')
		.selectAll()
		.where('id', '=', id)
		.executeTakeFirstOrThrow()
	expect(reason).toBe('access-ended')
})

test('finishing everything in one sitting gives no certificate; returning later does', async () => {
	const academy = await openAcademy()
	const learner = await makeLearner(academy.deps)
	await payCourse(academy.deps, learner)
	await reportProgress(academy.app, learner, wholeCourse(academy.deps.now().getTime()))
	await readWholeCourse(academy.app, learner, { rest: () => academy.clock.advance(PAUSE_MS / 2) })
	await passChecks(academy.app, learner)
	expect(await academy.codeOf(await academy.claim(learner))).toBe('certificate_not_ready')
	expect(await academy.own(learner)).toMatchObject({ left: [{ kind: 'another-sitting' }] })
	academy.clock.advance(PAUSE_MS)
	await academy.app.request('/api/course/modules/1/lessons/skills-inventory-assessment', { headers: learner.headers })
	expect((await academy.issued(learner)).revokedAt).toBeNull()
})

test('a check that was failed, or passed only in the browser, doesn’t count', async () => {
	const academy = await openAcademy()
	const learner = await makeLearner(academy.deps)
	await payCourse(academy.deps, learner)
	const [check] = await listChecks()
	if (!check) throw new Error('the course has no knowledge check')
	const [, moduleId = '', lessonId = ''] = /lessons\/(\d)\/([^/]+)/.exec(check.path) ?? []
	const detail = { score: check.answers.length, total: check.answers.length }
	const changedAt = academy.deps.now().getTime()
	await reportProgress(academy.app, learner, [{ kind: 'lesson-quiz', key: `${moduleId}/${lessonId}`, done: true, changedAt, detail }])
	const wrong = { attemptId: '3f0f6f4e-1c2d-4e5f-8a9b-0c1d2e3f4a5b', answers: check.answers.map((answer) => (answer === 0 ? 1 : 0)) }
	expect((await academy.send(check.path, learner.headers, wrong)).status).toBe(200)
	const state = await academy.own(learner)
	if (state.status !== 'open') throw new Error('no certificate was due')
	expect(state.left.filter(({ kind }) => kind === 'pass-check')).toHaveLength((await listChecks()).length)
})
