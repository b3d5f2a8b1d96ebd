import { afterEach, expect, test } from 'vitest'

import { progressKey } from '#domain/progress/progress-entry.ts'

import { ProgressStore } from './progress-store.ts'

const TASK = { kind: 'task', key: progressKey.lesson(1, 'skills'), done: true } as const
const INTRO = { kind: 'section', key: progressKey.section(1, 'intro'), done: true } as const

afterEach(() => localStorage.clear())

test('studying records its week once, and repeating it weeks later doesn’t move it', () => {
	const time = { now: new Date(2026, 10, 18, 12).getTime() }
	const store = new ProgressStore(() => time.now)
	store.study(INTRO)
	store.study(TASK)
	const weeks = () => store.read().entries.filter(({ kind }) => kind === 'study-week')
	expect(weeks()).toEqual([{ kind: 'study-week', key: '2026-11-16', done: true, changedAt: time.now }])
	time.now = new Date(2026, 10, 30, 0, 0, 0).getTime()
	store.study(INTRO)
	expect(weeks().map(({ key }) => key)).toEqual(['2026-11-16', '2026-11-30'])
	expect(store.read().entries).toContainEqual({ ...INTRO, changedAt: time.now })
})
