// regression CVE-2026-8502
import { expect, test } from 'vitest'

import type { LessonResponse } from '#contracts/course.ts'
import type { MergeProgressResponse } from '#contracts/progress.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import { createApp } from '#server/process/app.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

const LESSON = '/api/course/modules/2/lessons/market-research-validation'
/** A sentence that occurs only in this lesson. */
const LESSON_CANARY = 'An offer for people you cannot talk to is a message in a bottle'
const LATER_LESSON = '/api/course/modules/4/lessons/understanding-your-audience'
const LATER_CANARY = 'Without sources it is a character in a novel'

async function openCourse() {
	const { deps } = await makeTestDeps()
	const app = createApp(deps)
	const { headers } = await makeLearner(deps)
	const merge = async (...entries: ProgressEntry[]) => {
		const response = await app.request('/api/progress/merge', {
			method: 'POST',
			headers: { ...headers, 'content-type': 'application/json' },
			body: JSON.stringify({ entries }),
		})
		return (await response.json()) as MergeProgressResponse
	}
	return { app, headers, merge }
}

const completed = (moduleId: number): ProgressEntry => ({ kind: 'module', key: String(moduleId), done: true, changedAt: moduleId })
const inOneLine = (html: string) => html.replaceAll(/\s+/g, ' ')

test.each([
	{ path: LESSON, canary: LESSON_CANARY, before: [], opens: [completed(1)] },
	{ path: LATER_LESSON, canary: LATER_CANARY, before: [completed(1), completed(2)], opens: [completed(3)] },
])(
	'$path opens for a learner once the module before it is in their account, whatever the URL claims',
	async ({ path, canary, before, opens }) => {
		const { app, headers, merge } = await openCourse()
		await merge(...before)
		for (const claim of ['', '?completed=1,2,3,4,5,6']) {
			const refused = await app.request(path + claim, { headers })
			const words = await refused.text()
			expect(refused.status).toBe(403)
			expect(JSON.parse(words)).toMatchObject({ error: { code: 'module_locked', message: 'Complete the previous module first' } })
			expect(words).not.toContain(canary)
		}
		await merge(...opens)
		const response = await app.request(path, { headers })
		expect(response.status).toBe(200)
		expect(response.headers.get('cache-control')).toBe('private, no-cache')
		expect(inOneLine(((await response.json()) as LessonResponse).bodyHtml)).toContain(canary)
	},
)

test.each([LESSON, LATER_LESSON])('a signed-out browser without the earlier modules can’t open %s', async (path) => {
	const { app } = await openCourse()
	expect((await app.request(path)).status).toBe(403)
	expect((await app.request(`${path}?completed=1,2,3`)).status).toBe(200)
})

test.each([
	{ path: '2/lessons/no-such-lesson', what: 'no lesson' },
	{ path: '7/lessons/module-2-complete', what: 'no module' },
	{ path: '2/lessons/..%2fmodule', what: 'another file' },
])('$path, $what: 404', async ({ path }) => {
	const { app } = await openCourse()
	const response = await app.request(`/api/course/modules/${path}?completed=1`)
	expect(response.status).toBe(404)
	expect(await response.json()).toMatchObject({ error: { code: 'lesson_not_found' } })
})

const fact = (parts: Pick<ProgressEntry, 'kind' | 'key'> & Partial<ProgressEntry>): ProgressEntry => ({
	done: true,
	changedAt: 9,
	...parts,
})

test('the account stores the course’s milestones and projects, and refuses others', async () => {
	const { merge } = await openCourse()
	const known = [
		...['wireframes', 'basic_structure', 'core_features', 'styling_complete'].map((name) => fact({ kind: 'milestone', key: `3/${name}` })),
		fact({ kind: 'milestone', key: '4/customer_avatar', done: false }),
		fact({ kind: 'milestone', key: '5/automation_setup' }),
		fact({ kind: 'milestone', key: '6/strategic_thinking' }),
		fact({ kind: 'project', key: '3', detail: { project: 'template-kit' } }),
	]
	const unknown = [
		fact({ kind: 'milestone', key: '4/wireframes' }),
		fact({ kind: 'milestone', key: '3/everything' }),
		fact({ kind: 'project', key: '2', detail: { project: 'template-kit' } }),
	]
	const { entries, refused } = await merge(...[1, 2, 3, 4, 5].map(completed), ...known, ...unknown)
	expect(refused.map(({ key, reason }) => [key, reason])).toEqual([
		['2', 'unknown-key'],
		['3/everything', 'unknown-key'],
		['4/wireframes', 'unknown-key'],
	])
	expect(entries).toEqual(expect.arrayContaining(known))
})

test('the newer project from two browsers wins, and an unknown one is refused', async () => {
	const { merge } = await openCourse()
	const pick = (project: string, changedAt: number) => fact({ kind: 'project', key: '3', detail: { project }, changedAt })
	await merge(completed(1), completed(2), pick('email-course', 20))
	const { entries } = await merge(pick('portfolio-page', 10))
	expect(entries).toContainEqual(pick('email-course', 20))
	expect((await merge(pick('rocket', 30))).refused).toEqual([{ kind: 'project', key: '3', reason: 'bad-detail' }])
})
