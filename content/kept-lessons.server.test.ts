import { expect, test, vi } from 'vitest'

import { readCourseFile } from './files/course-folder.server.ts'
import { readKept } from './kept-lessons.server.ts'
import { taughtModule } from './lesson-files.server.ts'
import { readLesson } from './lessons.server.ts'
import { parseLesson } from './parse-lesson.ts'
import { renderChecklistText } from './render-markdown.server.ts'

const source = () => `a text ${crypto.randomUUID()}`

test('a text is compiled once, and again when it or its place has changed', async () => {
	const compile = vi.fn(() => ({ html: '<p>é</p>', boxes: [1] }))
	const text = { name: 'module-1/one.md', source: source() }
	expect(await readKept(text, compile)).toEqual({ html: '<p>é</p>', boxes: [1] })
	expect(await readKept(text, compile)).toEqual({ html: '<p>é</p>', boxes: [1] })
	expect(compile).toHaveBeenCalledTimes(1)
	await readKept({ ...text, source: `${text.source} ` }, compile)
	await readKept({ ...text, name: 'module-1/two.md' }, compile)
	expect(compile).toHaveBeenCalledTimes(3)
})

test('what many read at once is whole, and a refusal is not kept', async () => {
	const text = { name: 'module-1/one.md', source: source() }
	const long = 'x'.repeat(200_000)
	const read = await Promise.all(Array.from({ length: 20 }, () => readKept(text, () => ({ long }))))
	expect(new Set(read.map((each) => each.long.length))).toEqual(new Set([200_000]))
	const refused = { name: 'module-1/one.md', source: source() }
	const refuse = () => {
		throw new Error('line 3: wrong')
	}
	for (let times = 0; times < 2; times += 1) await expect(readKept(refused, refuse)).rejects.toThrow('line 3: wrong')
})

test('a lesson is the same from the folder as from its compiler', async () => {
	for (const { lessonId } of taughtModule(2).sections) {
		if (lessonId === null) continue
		const place = { moduleId: 2, id: lessonId }
		const parsed = parseLesson(readCourseFile(`module-2/lessons/${lessonId}.md`), place)
		if (!parsed.ok) throw new Error(lessonId)
		const compiled = { ...parsed.lesson, text: renderChecklistText(parsed.lesson.body, 3) }
		expect(JSON.parse(JSON.stringify(compiled))).toEqual(compiled)
		expect(await readLesson(2, lessonId)).toEqual(compiled)
	}
})
