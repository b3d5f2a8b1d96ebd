import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { progressStore } from '#app/features/progress/progress-store.ts'
import { notifySessionChange, sessionKey } from '#app/lib/stored-session.ts'
import type { CourseContents } from '#domain/gating/course-contents.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'
import { inSite } from '#tests/setup/in-site.tsx'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import ContinueRoute from './continue.tsx'

vi.mock('#app/lib/backend.ts')

type Course = ComponentProps<typeof ContinueRoute>['loaderData']

const module = (id: number) => ({
	id,
	sections: ['s1', 's2'].map((section) => ({ id: section, lessonId: null, milestoneId: null, exercises: [], minutes: 0 })),
})
const MAIN = { passPercent: 60, modules: [module(1), module(2)] } as unknown as Course
const WITH_FURTHER = {
	...MAIN,
	further: [{ id: 'extra', gated: [{ id: 7, courseId: 'extra' }], passPercent: 60, modules: [module(7)] }],
} as unknown as Course

const visit = (key: string, changedAt: number): ProgressEntry => ({ kind: 'section', key, done: true, changedAt })

type Learner = {
	course?: Course
	userId?: string
	local?: ProgressEntry[]
	account?: ProgressEntry[] | 'unreachable' | 'slow'
	opens?: CourseContents | 'unreachable' | 'slow'
}

let learners = 0

async function open({ course = MAIN, userId, local = [], account = [], opens = { courses: ['main'], modules: [] } }: Learner) {
	localStorage.clear()
	if (userId)
		localStorage.setItem(sessionKey(), JSON.stringify({ user: { id: `${userId}${++learners}`, email: 'a@b.c', user_metadata: {} } }))
	notifySessionChange()
	for (const { kind, key, done } of local) progressStore.record({ kind, key, done })
	const answer = (what: object | 'unreachable' | 'slow') => {
		if (what === 'slow') return new Promise<Response>(() => {})
		return what === 'unreachable' ? Promise.reject(new TypeError('offline')) : Promise.resolve(Response.json(what))
	}
	vi.stubGlobal('fetch', (path: string) => {
		if (path.startsWith('/api/orders')) return answer(typeof opens === 'string' ? opens : { orders: [], entitlements: [], opens })
		return answer(typeof account === 'string' ? account : { entries: account })
	})
	const Page = () => <ContinueRoute {...({ loaderData: course } as ComponentProps<typeof ContinueRoute>)} />
	const view = await renderElement(inSite(Page, '/continue'))
	return { ...view, ...operatePage(view) }
}

afterEach(() => {
	vi.unstubAllGlobals()
	localStorage.clear()
	notifySessionChange()
})

test.each<Learner & { name: string; path: string }>([
	{ name: 'a visitor without progress', path: '/course/module1' },
	{ name: 'a visitor', local: [visit('1/s1', 1)], path: '/course/module1?section=s1' },
	{ name: 'a learner', userId: 'ada', account: [visit('1/s2', 5)], path: '/course/module1?section=s2' },
	{
		name: 'a learner who is offline',
		userId: 'ben',
		local: [visit('1/s1', 1)],
		account: 'unreachable',
		path: '/course/module1?section=s1',
	},
	{
		name: 'a learner who studied another course last',
		course: WITH_FURTHER,
		userId: 'cem',
		account: [visit('1/s1', 5), visit('7/s1', 9)],
		path: '/course/module7?section=s1',
	},
	{
		name: 'a learner who studied the main course last',
		course: WITH_FURTHER,
		userId: 'dan',
		account: [visit('7/s1', 5), visit('1/s1', 9)],
		path: '/course/module1?section=s1',
	},
	{
		name: 'a learner who owns only another course',
		course: WITH_FURTHER,
		userId: 'eva',
		opens: { courses: ['extra'], modules: [] },
		path: '/course/module7',
	},
	{ name: 'a learner whose orders are unknown', course: WITH_FURTHER, userId: 'fay', opens: 'unreachable', path: '/course/module1' },
])('$name continues at $path', async ({ path, ...learner }) => {
	const { page, until } = await open(learner)
	await until(() => expect(page.textContent).toBe(`Page ${path}`))
})

test.each<Learner & { name: string }>([
	{ name: 'the account’s progress is', userId: 'gus', account: 'slow' },
	{ name: 'it is unknown which course is owned', course: WITH_FURTHER, userId: 'hal', opens: 'slow' },
])('while $name loading, the page waits and offers the list of modules', async (learner) => {
	const { page, run, button } = await open(learner)
	for (let turn = 0; turn < 5; turn++) await run(() => new Promise((resolve) => setTimeout(resolve)))
	expect(page.textContent).toContain('Finding where you left off…')
	expect(button('See All Modules')).toBeDefined()
})
