import { expect, test } from 'vitest'

import { outlineCourse, outlineExercise, outlineLesson } from './course-outline.ts'
import { loadedContent } from './loaded.server.ts'

const { taughtModule, course } = loadedContent

const exercise = { id: 'calls', fields: ['who'], columns: [] }
const { modules: courseOutline } = outlineCourse(course, { pageOf: taughtModule, lessonOf: () => ({ exercises: [exercise] }) })

test.each(course.modules)('the minutes of module $id fit its stated duration $duration, and its sections share them', (words) => {
	const [least = 0, most = 0] = (/(\d+)-(\d+) hours/.exec(words.duration)?.slice(1) ?? []).map((hours) => Number(hours) * 60)
	expect(words.minutes).toBeGreaterThanOrEqual(least)
	expect(words.minutes).toBeLessThanOrEqual(most)
	const sections = courseOutline.find(({ id }) => id === words.id)?.sections ?? []
	const shared = sections.reduce((sum, { minutes }) => sum + minutes, 0)
	expect(Math.abs(shared - words.minutes)).toBeLessThan(sections.length)
})

test('a roadmap weights the sections it names', () => {
	const market = courseOutline[1]?.sections.find(({ id }) => id === 'market-research-validation')
	const launch = courseOutline[1]?.sections.find(({ id }) => id === 'launch-strategy-execution')
	expect(market?.minutes).toBeGreaterThan(launch?.minutes ?? Number.POSITIVE_INFINITY)
})

test('an unwritten section requires nothing, the first has its overview, and a lesson includes its exercises', () => {
	const unwritten = (moduleId: number) => {
		const page = taughtModule(moduleId)
		return { ...page, sections: page.sections.map((section, at) => (at < 2 ? { ...section, lessonId: null } : section)) }
	}
	const { modules } = outlineCourse(course, { pageOf: unwritten, lessonOf: () => ({ exercises: [exercise] }) })
	const [first, second] = modules[0]?.sections ?? []
	const ids = taughtModule(1).sections.map(({ id }) => id)
	expect(first).toMatchObject({ id: ids[0], lessonId: null, exercises: [] })
	expect(second).toMatchObject({ id: ids[2], exercises: [exercise] })
})

test('sliders count as required only if an exercise has nothing else', () => {
	const slider = (id: string) => ({ id, label: id, type: 'slider' as const, min: 0, max: 2, step: 1, start: 1 })
	const fields = [slider('pain'), slider('fit')]
	expect(outlineExercise({ id: 'x', title: 'X', fields, sums: [] }).fields).toEqual(['pain', 'fit'])
	const withText = [...fields, { id: 'why', label: 'Why', type: 'long' as const }]
	expect(outlineExercise({ id: 'x', title: 'X', fields: withText, sums: [] }).fields).toEqual(['why'])
	const table = { columns: [{ id: 'who', label: 'Who', type: 'text' as const }], rows: 3 }
	expect(outlineExercise({ id: 'x', title: 'X', fields, table, sums: [] })).toEqual({ id: 'x', fields: [], columns: ['who'] })
})

test('a lesson’s outline names the work that it doesn’t have', () => {
	const lesson = loadedContent.readLesson(1, 'introduction-orientation')
	if (!lesson) throw new Error('The first lesson is missing.')
	expect(outlineLesson(lesson)).not.toHaveProperty('without')
	const { task: _, ...rest } = lesson
	expect(outlineLesson({ ...rest, quiz: [] })).toMatchObject({ without: ['check', 'task'] })
	expect(outlineLesson(rest)).toMatchObject({ without: ['task'] })
})
