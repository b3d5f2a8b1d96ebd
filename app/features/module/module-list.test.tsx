import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'
import { measureCourseProgress } from '#domain/progress/measure-course.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { ModuleList } from './module-list.tsx'

const { course } = loadedContent

const section = { id: 'first', lessonId: null, milestoneId: null, exercises: [], minutes: 10 }

test('a module whose last page was reached counts as completed only when its work is done', async () => {
	const modules = course.modules.slice(0, 2).map((module) => ({ ...module, unwritten: 0 }))
	const { modules: measures } = measureCourseProgress(
		{ modules: modules.map(({ id }) => ({ id, sections: [section] })), passPercent: 60 },
		{ entries: [{ kind: 'section', key: '2/first', done: true, changedAt: 1 }], exercises: [] },
	)
	const { page } = await renderElement(
		<MemoryRouter>
			<ModuleList modules={modules} words={course.list} completed={new Set([1, 2])} measures={measures} />
		</MemoryRouter>,
	)
	const [pressedThrough, done] = [...page.querySelectorAll('.module-station')]
	expect(pressedThrough?.textContent).toContain('Last page reached')
	expect(pressedThrough?.textContent).not.toContain(course.list.completedLabel)
	expect(pressedThrough?.getAttribute('data-completed')).toBe('false')
	// By specification, the button depends only on the stored flag.
	expect(pressedThrough?.textContent).toContain('Review Module 1')
	expect(done?.textContent).toContain(course.list.completedLabel)
	expect(done?.getAttribute('data-completed')).toBe('true')
})

test('a module without skills and a challenge shows only its duration', async () => {
	const { challenge: _, ...module } = { ...course.modules[0]!, unwritten: 0, skills: [] }
	const { modules: measures } = measureCourseProgress(
		{ modules: [{ id: 1, sections: [section] }], passPercent: 60 },
		{ entries: [], exercises: [] },
	)
	const { page } = await renderElement(
		<MemoryRouter>
			<ModuleList modules={[module]} words={course.list} completed={new Set()} measures={measures} />
		</MemoryRouter>,
	)
	const names = [...page.querySelectorAll('dt')].map(({ textContent }) => textContent)
	expect(names).toEqual([course.list.durationLabel, ...(module.template === undefined ? [] : [course.list.templateLabel])])
})
