import { afterEach, expect, test, vi } from 'vitest'

import { renderHook } from '#tests/setup/render-hook.ts'

import { reportPassedSection, useSectionNotice } from './section-notice.ts'

const { callFunction } = vi.hoisted(() => ({ callFunction: vi.fn() }))
vi.mock('#app/lib/call-function.ts', () => ({ callFunction }))

let learner = 0
const KEY = 'launchway_notified_sections'
const signIn = (id: string) =>
	localStorage.setItem(
		`sb-${window.location.hostname.split('.')[0]}-auth-token`,
		JSON.stringify({ user: { id, email: 'ana@example.test' } }),
	)
const VALUE = { moduleId: 1, sectionId: 'value-mapping' }
const sections = ['intro', 'skills', 'value'].map((id) => ({ id }))

const SENT = { success: true, message: 'sent' }

/** Uses a new learner for each test, because reported visits are remembered for the lifetime of the page. */
function arrive(answer: unknown = SENT): string {
	learner += 1
	signIn(`learner-${learner}`)
	vi.spyOn(console, 'warn').mockImplementation(() => {})
	callFunction.mockReset()
	if (answer instanceof Error) callFunction.mockRejectedValue(answer)
	else callFunction.mockResolvedValue(answer)
	return `learner-${learner}`
}

afterEach(() => {
	vi.restoreAllMocks()
	localStorage.clear()
})

test('the request has the real IDs and is sent once per section', async () => {
	const owner = arrive()
	await reportPassedSection(VALUE)
	await reportPassedSection(VALUE)
	await reportPassedSection({ moduleId: 2, sectionId: 'analysis' })
	expect(callFunction.mock.calls).toEqual([
		['send-course-progress-sms', { ...VALUE, milestone: 'section_completed' }],
		['send-course-progress-sms', { moduleId: 2, sectionId: 'analysis', milestone: 'section_completed' }],
	])
	expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual({ owner, sections: ['1/value-mapping', '2/analysis'] })
})

test('a section reported on an earlier visit isn’t reported again, except for another learner', async () => {
	const owner = arrive()
	localStorage.setItem(KEY, JSON.stringify({ owner, sections: ['1/value-mapping'] }))
	await reportPassedSection(VALUE)
	expect(callFunction).not.toHaveBeenCalled()
	signIn('somebody-else')
	await reportPassedSection(VALUE)
	expect(callFunction).toHaveBeenCalledTimes(1)
})

test('signed out, nothing is reported', async () => {
	arrive()
	localStorage.clear()
	await reportPassedSection(VALUE)
	expect(callFunction).not.toHaveBeenCalled()
})

test.each([
	{ what: 'an SMS not sent', answer: { success: false, message: 'No verified phone' }, calls: 1 },
	{ what: 'a refusal', answer: { success: false, error: 'Not authenticated', code: 'no_authorization' }, calls: 1 },
	{ what: 'an unreachable server', answer: new TypeError('Failed to fetch'), calls: 2 },
])('$what is only logged to the console; repeated: $calls calls', async ({ answer, calls }) => {
	arrive(answer)
	await expect(reportPassedSection(VALUE)).resolves.toBeUndefined()
	await reportPassedSection(VALUE)
	expect(callFunction).toHaveBeenCalledTimes(calls)
	expect(console.warn).toHaveBeenCalledTimes(calls)
})

test.each(['', 'null', '[]', '{"owner":7,"sections":["1/value-mapping"]}', '{"owner":"x"}', 'nonsense'])(
	'the unknown stored value %s doesn’t block reporting',
	async (raw) => {
		arrive()
		localStorage.setItem(KEY, raw)
		await reportPassedSection(VALUE)
		expect(callFunction).toHaveBeenCalledTimes(1)
	},
)

test('only moving forward reports the section left, not entering in the middle or going back', async () => {
	arrive()
	const way = { moduleId: 1, sections, index: 1, isOpen: false }
	const page = await renderHook(() => useSectionNotice(way))
	const go = (change: Partial<typeof way>) => {
		Object.assign(way, change)
		return page.again()
	}
	const told = () => callFunction.mock.calls.map(([, body]) => (body as { sectionId: string }).sectionId)
	await go({ isOpen: true })
	expect(callFunction).not.toHaveBeenCalled()
	await go({ index: 2 })
	await go({ index: 0 })
	expect(told()).toEqual(['skills'])
	await go({ index: 3 })
	expect(told()).toEqual(['skills', 'intro'])
})
