import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import type { OwnCertificateResponse, VerificationResponse } from '#contracts/certificates.ts'
import { createApp } from '#server/process/app.ts'
import { systemContext } from '#server/services/context.ts'
import { issueSession } from '#server/services/identity/sessions/issue-session.ts'
import { payCourse } from '#tests/factories/graduate.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { buildCredential } from './claim-certificate.ts'
import { requireCertifiedCourse } from './course-evidence.ts'
import { ensureIssuerKeys } from './issuer-keys.ts'

const DAY_MS = 86_400_000

/** Creates a learner with a certificate, without taking the course. */
async function openCertificate() {
	const { deps, clock } = await makeTestDeps()
	const app = createApp(deps)
	const learner = await makeLearner(deps)
	await payCourse(deps, learner)
	const issuedAt = new Date(Math.floor(clock.now().getTime() / 1000) * 1000)
	const { current } = await ensureIssuerKeys(deps, deps.db)
	const issuer = `did:key:${current.publicMultibase}`
	const id = randomUUID()
	await sql`select nextval('certificates_position_seq')`.execute(deps.db)
	const names = { course: requireCertifiedCourse(loadedContent, null), learnerName: 'Ana Test' }
	const facts = { id, position: 0, ...names, email: learner.email, issuedAt, issuer, siteUrl: deps.config.publicUrl }
	const credential = await deps.credentials.sign(buildCredential(loadedContent, facts), { issuer, key: current, now: issuedAt })
	await deps.db
		.insertInto('certificates')
		.values({
			id,
			position: 0,
			user_id: learner.userId,
			course_code: loadedContent.course.code,
			course_name: names.course.title,
			learner_name: names.learnerName,
			issued_at: issuedAt,
			credential: JSON.stringify(credential),
		})
		.execute()
	/** Advances the clock. Sessions expire over days, so this signs in again. */
	async function waitFor(ms: number) {
		clock.advance(ms)
		const ctx = systemContext(deps, 'test')
		const grant = await deps.db.transaction().execute((tx) => issueSession(ctx, tx, { userId: learner.userId, method: 'otp' }))
		learner.headers = { authorization: `Bearer ${grant.accessToken}` }
	}
	/** Makes the server grade this many checks now. */
	const answer = (lessons: number, score: number, total = 5) =>
		deps.db
			.insertInto('lesson_quiz_attempts')
			.values(
				Array.from({ length: lessons }, (_, index) => ({
					user_id: learner.userId,
					attempt_id: randomUUID(),
					module_id: 1,
					lesson_id: `lesson-${index}`,
					answers: '[0]',
					score,
					total,
					attempted_at: clock.now(),
				})),
			)
			.execute()
	const ask = (method: string, headers: object = learner.headers) =>
		app.request(`/api/certificates${method === 'GET' ? '' : '/still-known'}`, { method, headers: { ...headers } })
	const own = async (method = 'GET') => {
		const body = (await (await ask(method)).json()) as OwnCertificateResponse
		if (body.status !== 'issued') throw new Error(JSON.stringify(body))
		return body
	}
	const verify = async () => (await (await app.request(`/api/certificates/${id}`)).json()) as VerificationResponse
	const statement = () => app.request(`/certificates/${id}/still-known.json`)
	return { deps, app, clock, learner, id, issuer, current, waitFor, answer, ask, own, verify, statement }
}

test('a “still known” statement is possible after 30 days, renewable after 90, and removable', async () => {
	const { waitFor, answer, ask, own, verify, statement, id, deps, issuer, current, clock } = await openCertificate()
	await answer(4, 5)
	await waitFor(30 * DAY_MS - 1)
	await answer(4, 5)
	expect((await own()).stillKnown).toMatchObject({ counted: { asked: 0 }, needed: 20 })
	const early = await ask('PUT')
	expect([early.status, await early.json()]).toMatchObject([409, { error: { code: 'still_known_too_few' } }])
	expect([(await statement()).status, (await verify()).certificate.stillKnown]).toEqual([404, null])

	await waitFor(30 * DAY_MS)
	await answer(4, 4)
	// The first attempt has revealed the answers, so another one changes nothing.
	await waitFor(1000)
	await answer(4, 5)
	expect((await own()).certificate.stillKnown).toBeNull()
	const stated = await own('PUT')
	const thirty = { pause: 30, knew: 16, asked: 20, lessons: 4 }
	expect(stated.certificate.stillKnown).toMatchObject(thirty)
	expect(await verify()).toMatchObject({ state: 'valid', certificate: { id, stillKnown: thirty } })
	const file = (await (await statement()).json()) as Parameters<typeof deps.credentials.verify>[0]
	expect(JSON.stringify(file)).toContain(
		'answered 16 of 20 right, from the knowledge checks of 4 lessons. Graded by the course itself, without supervision.',
	)
	const signer = { issuer, publicMultibase: current.publicMultibase, now: clock.now() }
	expect(await deps.credentials.verify(file, signer)).toBe(true)
	expect(await deps.credentials.verify({ ...file, name: 'Another' }, signer)).toBe(false)

	await waitFor(90 * DAY_MS)
	await answer(4, 3)
	// The public page keeps the published statement until the owner publishes a new one.
	expect((await verify()).certificate.stillKnown).toMatchObject(thirty)
	expect((await own('PUT')).certificate.stillKnown).toMatchObject({ pause: 90, knew: 12, asked: 20, lessons: 4 })
	for (let times = 0; times < 2; times += 1) expect((await own('DELETE')).certificate.stillKnown).toBeNull()
	expect([(await statement()).status, (await verify()).state]).toEqual([404, 'valid'])
})

test('the page without script shows the statement, but not for a revoked certificate', async () => {
	const { app, deps, id, waitFor, answer, own, verify, ask } = await openCertificate()
	await waitFor(30 * DAY_MS)
	await answer(4, 5)
	await own('PUT')
	const page = async () => (await app.request(`/certificates/${id}`)).text()
	expect(await page()).toContain('answered 20 of 20 right')
	await deps.db.updateTable('entitlements').set({ state: 'revoked' }).execute()
	expect([(await verify()).state, await page()]).toEqual(['revoked', expect.not.stringContaining('20 of 20')])
	expect((await ask('PUT')).status).toBe(404)
})

test('only the owner can add and remove a statement, and only with a certificate', async () => {
	const { app, deps, waitFor, answer, own, verify, ask } = await openCertificate()
	await waitFor(30 * DAY_MS)
	await answer(4, 5)
	await own('PUT')
	const other = await makeLearner(deps)
	expect([(await ask('PUT', other.headers)).status, (await ask('DELETE', other.headers)).status]).toEqual([404, 200])
	expect((await verify()).certificate.stillKnown).toMatchObject({ asked: 20 })
	for (const method of ['PUT', 'DELETE']) expect((await app.request('/api/certificates/still-known', { method })).status).toBe(401)
})
