import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import moduleTwo from '#content/course/module-2/module.json'
import { ModuleSchema, type Section } from '#content/schema/module.ts'
import { type CourseOutline, type LearnerRecord, measureCourseProgress } from '#domain/progress/measure-course.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { CourseModule } from './course-module.tsx'

const page = ModuleSchema.parse(moduleTwo)
const sections: Section[] = [
	{ id: 'first', title: 'The overview', summary: 'What is made.', lessonId: 'first' },
	{ id: 'second', title: 'A lesson', summary: 'How it is made.', lessonId: 'second' },
	{ id: 'third', title: 'Nothing yet', summary: 'What comes later.', lessonId: null },
]

const outline: CourseOutline = {
	modules: [
		{
			id: 2,
			sections: [
				{ id: 'first', lessonId: 'first', milestoneId: null, exercises: [], minutes: 10 },
				{ id: 'second', lessonId: 'second', milestoneId: null, exercises: [{ id: 'calls', fields: ['who'], columns: [] }], minutes: 10 },
			],
		},
	],
	passPercent: 60,
}
const measureOf = (record: LearnerRecord) => measureCourseProgress(outline, record).modules[0]!
const measure = measureOf({ entries: [{ kind: 'task', key: '2/second', done: true, changedAt: 1 }], exercises: [] })
const everything = measureOf({
	entries: ['first', 'second'].flatMap((id) =>
		(['reading', 'task', 'lesson-quiz'] as const).map((kind) => ({
			kind,
			key: `2/${id}`,
			done: true,
			changedAt: 1,
			detail: { score: 1, total: 1 },
		})),
	),
	exercises: [{ moduleId: 2, lessonId: 'second', exerciseId: 'calls', fields: [{ id: 'who', value: 'Ada' }] }],
})

const nothing = () => {}
type Shown = {
	shownSections?: typeof sections
	shownPage?: typeof page
	measured?: typeof measure
	leftBefore?: number
	onGo?: (index: number) => void
}

async function showPage(
	index: number,
	{ shownSections = sections, shownPage = page, measured = measure, leftBefore = 0, onGo = nothing }: Shown = {},
): Promise<HTMLElement> {
	const { page: shown, run } = await renderElement(
		<MemoryRouter>
			<CourseModule
				module={{ ...shownPage, sections: shownSections }}
				index={index}
				onGo={onGo}
				downloads={[]}
				overview={null}
				onDownload={nothing}
				onComplete={nothing}
				renderLesson={(lessonId, { title }) => <p>{`Lesson ${lessonId} under ${title === '' ? 'no title' : title}`}</p>}
				afterOverview={null}
				renderNote={() => null}
				measure={measured}
				leftBefore={leftBefore}
				reached={new Set()}
				onMilestone={nothing}
				project={null}
				onProject={nothing}
				afterCompletion={null}
			/>
		</MemoryRouter>,
	)
	// The completion screen's code is loaded on demand.
	await vi.waitFor(async () => {
		await run(() => {})
		expect(shown.querySelector('[aria-busy]')).toBeNull()
	})
	return shown
}
const showSection = async (index: number) => (await showPage(index)).textContent

test.each([
	{
		index: 0,
		what: 'the start of the module, its lesson and its overview',
		shows: [page.startButtonLabel, 'Lesson first', page.outcomes[0]!],
	},
	{
		index: 1,
		what: 'its lesson with completed and missing work',
		shows: ['Lesson second', 'Task done', 'Do the exercises', 'The next ten minutes: Read “A lesson”'],
	},
	{
		index: 3,
		what: 'the module’s completed work and the nearest missing item',
		shows: [
			'You reached the end of Module 2. 6 things left',
			'14% of the work of this module is done',
			'Texts read0 of 2',
			'Read “The overview”',
			'Left to do',
		],
	},
	{ index: 2, what: 'the placeholder', shows: [page.comingSoon, 'What comes later.'] },
])('section $index shows $what', async ({ index, shows }) => {
	const text = await showSection(index)
	for (const words of shows) expect(text).toContain(words)
	if (index !== 2) expect(text).not.toContain(page.comingSoon)
})

test.each([0, 2, 3])('optional texts that are empty leave nothing behind on page %i', async (index) => {
	const { subtitle: _, ...words } = page
	const shownPage = { ...words, outcomes: [], completion: { ...page.completion, achievements: [] } }
	const shownSections = sections.map(({ summary: __, ...section }) => section)
	const shown = await showPage(index, { shownPage, shownSections })
	expect([...shown.querySelectorAll('main p, section p, div > p, ul')].filter(({ textContent }) => textContent === '')).toEqual([])
	for (const heading of ['What you’ll be able to do', 'What you’ll have when you’re done']) expect(shown.textContent).not.toContain(heading)
})

test('only the unwritten section is marked in the list', async () => {
	const links = [...(await showPage(0)).querySelectorAll('.section-link')].map((link) => link.textContent)
	expect(links).toEqual(['1The overview', '2A lesson', '3Nothing yetNot written yet'])
})

test('the start button opens the first section’s lesson, and the overview is collapsed', async () => {
	const start = await showPage(0)
	const lesson = [...start.querySelectorAll('p')].find(({ textContent }) => textContent === 'Lesson first under no title')
	const button = [...start.querySelectorAll('button')].find(({ textContent }) => textContent === page.startButtonLabel)
	button?.click()
	expect(document.activeElement?.contains(lesson!)).toBe(true)
	expect(start.querySelector('details')?.open).toBe(false)
	expect(start.querySelector('details')?.contains(lesson!)).toBe(false)
})

test('without a lesson in the first section the start button opens the second; without any there is no button', async () => {
	const onGo = vi.fn()
	const [overview, second] = [{ ...sections[0]!, lessonId: null }, sections[1]!]
	const startOf = (shown: HTMLElement) =>
		[...shown.querySelectorAll('button')].find(({ textContent }) => textContent === page.startButtonLabel)
	startOf(await showPage(0, { shownSections: [overview, second], onGo }))?.click()
	expect(onGo).toHaveBeenCalledExactlyOnceWith(1)
	expect(startOf(await showPage(0, { shownSections: [overview] }))).toBeUndefined()
})

test('a module with only one section can be started and completed', async () => {
	const only = await showPage(0, { shownSections: sections.slice(0, 1) })
	expect(only.textContent).toContain(page.startButtonLabel)
	expect(only.textContent).toContain(page.completion.completeButtonLabel)
})

test('the flag and congratulations appear only after the last module with nothing left', async () => {
	const pressedThrough = await showPage(3)
	expect(pressedThrough.textContent).not.toContain(page.completion.title)
	expect(pressedThrough.querySelector('[data-moves=flag]')).toBeNull()

	const done = await showPage(3, { measured: everything })
	expect(done.querySelector('h2')?.textContent).toBe(page.completion.title)
	expect(done.textContent).toContain(page.completion.text)
	expect(done.querySelector('[data-moves=flag]')).not.toBeNull()

	const others = await showPage(3, { measured: everything, leftBefore: 1 })
	expect(others.querySelector('h2')?.textContent).toBe('You reached the end of Module 2. 1 thing left')
	expect(others.textContent).toContain('Earlier modules: 1 thing left')
	expect(others.textContent).not.toContain('Left to do')
	expect(others.textContent).not.toContain(page.completion.text)
	expect(others.querySelector('[data-moves=flag]')).toBeNull()
})
