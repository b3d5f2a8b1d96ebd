import { expect, test, vi } from 'vitest'

import { loadedContent, loadEditedWithMarks } from './loaded.server.ts'
import { TextMarks, withoutMarks } from './marks/text-marks.ts'

test('marks of two servers in one process refer to their own files', () => {
	const [earlier, later] = [new TextMarks(), new TextMarks()]
	earlier.text('', { file: 'site.json', whole: true })
	const places = [earlier, later].map((marks) => marks.placeOf(loadEditedWithMarks(new Map(), marks).articles[0]?.title ?? ''))
	expect(places).toEqual(Array.from({ length: 2 }, () => expect.objectContaining({ file: expect.stringMatching(/^articles\/.+\.md$/) })))
})

test('the paragraphs of an article or a legal text are marked only when its page needs them', () => {
	const marks = new TextMarks()
	const marked = vi.spyOn(marks, 'text')
	const filesWithLines = () => new Set(marked.mock.calls.flatMap(([, place]) => ('line' in place ? place.file : [])))
	const content = loadEditedWithMarks(new Map(), marks)
	expect(filesWithLines()).toEqual(new Set())
	const [article] = content.articles
	expect(withoutMarks(article?.body ?? '')).toBe(loadedContent.articles[0]?.body)
	expect(withoutMarks(content.readLegalPage('terms')?.bodyHtml ?? '')).toBe(loadedContent.readLegalPage('terms')?.bodyHtml)
	expect(filesWithLines()).toEqual(new Set([`articles/${article?.id}.md`, 'legal/terms.md']))
	const once = marked.mock.calls.length
	expect([article?.body, content.readLegalPage('terms')]).toEqual([content.articles[0]?.body, content.readLegalPage('terms')])
	expect(marked.mock.calls.length).toBe(once)
})
