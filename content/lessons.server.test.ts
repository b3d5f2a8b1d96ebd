import { expect, test } from 'vitest'

import type { LessonWithText } from './derive-texts.ts'
import { toQuizKey } from './lessons.ts'
import { loadedContent } from './loaded.server.ts'

const { taughtModule, readLesson, toPublicLesson } = loadedContent

const written = taughtModule(1).sections.flatMap((section) => section.lessonId ?? [])

async function read(id: string): Promise<LessonWithText> {
	const lesson = readLesson(1, id)
	if (!lesson) throw new Error(`no lesson ${id}`)
	return lesson
}

test.each(written)('the public lesson %s contains no answer or explanation of its graded questions', async (id) => {
	const lesson = await read(id)
	const published = toPublicLesson(lesson)
	const sent = JSON.stringify(published)
	// Recall questions aren't graded, so their answers are public; no other answers are.
	expect(JSON.stringify({ ...published, recalls: [] })).not.toMatch(/"correct"|"explanation"/)
	for (const { explanation } of lesson.quiz) expect(sent).not.toContain(JSON.stringify(explanation).slice(1, -1))
})

test.each(written)('the answer key of %s covers every question sent', async (id) => {
	const lesson = await read(id)
	const sent = toPublicLesson(lesson).quiz
	const key = toQuizKey(lesson)
	expect(key.map((entry) => entry.id)).toEqual(sent.map((question) => question.id))
	key.forEach((entry, index) => expect(sent[index]?.options[entry.correct]).toBeDefined())
})

test('the skills lesson has the promised figures', async () => {
	const lesson = toPublicLesson(await read('skills-inventory-assessment'))
	expect(lesson).toMatchObject({ duration: '90 minutes', difficulty: 'Beginner', task: { timeEstimate: '2-3 hours' } })
	expect([lesson.steps.length, lesson.examples.length, lesson.quiz.length, lesson.resources.length]).toEqual([7, 3, 3, 4])
	expect(new Set(lesson.resources.map((resource) => resource.type))).toEqual(new Set(['template', 'tool']))
	for (const word of ['STAR', 'Novice', 'Developing', 'Proficient', 'Advanced', 'Expert']) expect(lesson.bodyHtml).toContain(word)
})

test('our own resources include their text for offline use', async () => {
	const [worksheet] = toPublicLesson(await read('skills-inventory-assessment')).resources
	expect(worksheet?.download?.fileName).toBe('skills-inventory-worksheet.csv')
	expect(worksheet?.download?.previewContent).toContain('Rating 1-5')
})

test('a lesson has no h1 or h2', async () => {
	expect(toPublicLesson(await read('skills-inventory-assessment')).bodyHtml).not.toMatch(/<h[12]>/)
})

test.each([
	{ moduleId: 1, id: 'no-such-lesson' },
	{ moduleId: 9, id: 'skills-inventory-assessment' },
	{ moduleId: 1, id: '../module' },
	{ moduleId: 1, id: '..%2fmodule' },
	{ moduleId: 1, id: '' },
	{ moduleId: Number.NaN, id: 'skills-inventory-assessment' },
])('lesson $id doesn’t exist in module $moduleId', async ({ moduleId, id }) => {
	expect(readLesson(moduleId, id)).toBeNull()
})
