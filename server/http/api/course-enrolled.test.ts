import { sql } from 'kysely'
// asvs V2.3.1 V8.3.1
// regression CVE-2026-8502
import { expect, test } from 'vitest'

import type { AccessPolicy } from '#domain/gating/check-lesson-access.ts'
import { createApp } from '#server/process/app.ts'
import { payCourse, reportProgress } from '#tests/factories/graduate.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const LESSON = '/api/course/modules/2/lessons/market-research-validation'
const OTHER = '/api/course/modules/2/lessons/product-creation-development'
const QUIZ = '/api/course/lessons/2/market-research-validation/quiz'
const MODULE_ONE = [{ kind: 'module', key: '1', done: true, changedAt: 1 }]

async function openCourse(accessPolicy: AccessPolicy) {
	const { deps } = await makeTestDeps({ accessPolicy })
	const app = createApp(deps)
	const learner = await makeLearner(deps)
	const answerOf = async (response: Response) => {
		const body = (await response.json()) as { error?: { code: string; message: string } }
		return response.ok ? 'open' : `${response.status} ${body.error?.code}`
	}
	const ask = async (path: string, headers: Record<string, string> = learner.headers) => answerOf(await app.request(path, { headers }))
	const grade = async (headers: Record<string, string> = learner.headers) => {
		const body = JSON.stringify({ attemptId: '6f1a1c9e-58a7-4a4c-8d3e-0d7c54c9a001', answers: [0, 0, 0] })
		return answerOf(
			await app.request(`${QUIZ}?completed=1`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }),
		)
	}
	return { deps, app, learner, ask, grade }
}

test('enrolled: modules 2 to 6 and their checks need the entitlement and the module before', async () => {
	const { deps, app, learner, ask, grade } = await openCourse('enrolled')
	expect(await ask(LESSON)).toBe('403 module_locked')
	await reportProgress(app, learner, MODULE_ONE)
	expect([await ask(LESSON), await ask(OTHER), await grade()]).toEqual(['403 not_enrolled', '403 not_enrolled', '403 not_enrolled'])
	await payCourse(deps, learner)
	expect([await ask(LESSON), await ask(OTHER), await grade()]).toEqual(['open', 'open', 'open'])
	await deps.db
		.updateTable('entitlements')
		.set({ ends_at: sql<Date>`now()` })
		.execute()
	expect([await ask(LESSON), await ask(OTHER), await grade()]).toEqual(['403 not_enrolled', '403 not_enrolled', '403 not_enrolled'])
	await deps.db.updateTable('entitlements').set({ ends_at: null }).execute()
	expect(await ask(LESSON)).toBe('open')
	await deps.db.updateTable('entitlements').set({ state: 'revoked' }).execute()
	expect(await ask(LESSON)).toBe('403 not_enrolled')
})

test('enrolled: the entitlement alone doesn’t open a module without the one before it', async () => {
	const { deps, learner, ask } = await openCourse('enrolled')
	await payCourse(deps, learner)
	expect(await ask(LESSON)).toBe('403 module_locked')
})

test('enrolled: a signed-out browser’s claims open nothing beyond module 1', async () => {
	const { ask, grade } = await openCourse('enrolled')
	expect([await ask(`${LESSON}?completed=1,2,3,4,5`, {}), await grade({})]).toEqual(['403 not_enrolled', '403 not_enrolled'])
	expect(await ask('/api/course/modules/1/lessons/digital-economy-overview', {})).toBe('open')
})

test('progress: no entitlement is needed, and a signed-out browser’s claims are trusted', async () => {
	const { app, learner, ask } = await openCourse('progress')
	expect(await ask(LESSON, {})).toBe('403 module_locked')
	expect(await ask(`${LESSON}?completed=1`, {})).toBe('open')
	await reportProgress(app, learner, MODULE_ONE)
	expect(await ask(LESSON)).toBe('open')
})
