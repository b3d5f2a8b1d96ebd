import { expect, test, vi } from 'vitest'

import { keepOnDisk } from './keep-on-disk.server.ts'
import { loadContent } from './load-content.server.ts'
import { loadedContent } from './loaded.server.ts'
import { parseLesson } from './parse-lesson.ts'
import { readShipped } from './read-sources.server.ts'
import { renderChecklistText } from './render-markdown.server.ts'
import { LEGAL_IDS } from './schema/legal.ts'

const { taughtModule, readLesson, fillPromises } = loadedContent

const source = () => `a text ${crypto.randomUUID()}`

test('a text is compiled once, and again when it or its path changes', () => {
	const compile = vi.fn(() => ({ html: '<p>é</p>', boxes: [1] }))
	const text = { name: 'module-1/one.md', source: source() }
	expect(keepOnDisk(text, compile)).toEqual({ html: '<p>é</p>', boxes: [1] })
	expect(keepOnDisk(text, compile)).toEqual({ html: '<p>é</p>', boxes: [1] })
	expect(compile).toHaveBeenCalledTimes(1)
	keepOnDisk({ ...text, source: `${text.source} ` }, compile)
	keepOnDisk({ ...text, name: 'module-1/two.md' }, compile)
	expect(compile).toHaveBeenCalledTimes(3)
})

test('a compile error isn’t cached', () => {
	const refused = { name: 'module-1/one.md', source: source() }
	const refuse = () => {
		throw new Error('line 3: wrong')
	}
	for (let times = 0; times < 2; times += 1) expect(() => keepOnDisk(refused, refuse)).toThrow('line 3: wrong')
})

test('cached documents and legal texts equal freshly parsed ones', () => {
	const parsed = loadContent(readShipped())
	const texts = [...parsed.libraryDocuments.values(), ...LEGAL_IDS.map(parsed.readLegalPage)]
	expect(JSON.parse(JSON.stringify(texts))).toEqual(texts)
	expect([...loadedContent.libraryDocuments.values(), ...LEGAL_IDS.map(loadedContent.readLegalPage)]).toEqual(texts)
})

test('a cached lesson equals a freshly compiled one', () => {
	for (const { lessonId } of taughtModule(2).sections) {
		if (lessonId === null) continue
		const place = { moduleId: 2, id: lessonId }
		const parsed = parseLesson(fillPromises(readShipped().get(`course/module-2/lessons/${lessonId}.md`) ?? ''), place)
		if (!parsed.ok) throw new Error(lessonId)
		const compiled = { ...parsed.lesson, text: renderChecklistText(parsed.lesson.body, 3) }
		expect(JSON.parse(JSON.stringify(compiled))).toEqual(compiled)
		expect(readLesson(2, lessonId)).toEqual(compiled)
	}
})
