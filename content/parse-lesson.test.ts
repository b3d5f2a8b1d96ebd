import { expect, test } from 'vitest'

import { parseLesson } from './parse-lesson.ts'

const FRONT = `title: One
duration: 10 minutes
difficulty: Beginner
steps: [Do it]
examples: []
task: { title: T, description: D, timeEstimate: 5 minutes, deliverable: A note }
quiz:
  - id: first
    question: Yes?
    options: [Yes indeed, No]
    correct: 0
    explanation: Because.
resources: []`

const PLACE = { moduleId: 1, id: 'one' }

test.each([
	{ ending: 'LF', source: `---\n${FRONT}\n---\n\n## Body\n` },
	{ ending: 'CRLF', source: `---\n${FRONT}\n---\n\n## Body\n`.replaceAll('\n', '\r\n') },
])('a lesson file with $ending line endings is read completely', ({ source }) => {
	const parsed = parseLesson(source, PLACE)
	expect(parsed.ok && parsed.lesson).toMatchObject({ moduleId: 1, id: 'one', title: 'One', body: '## Body', quiz: [{ correct: 0 }] })
})

test('a horizontal rule in the body doesn’t end the front matter', () => {
	const parsed = parseLesson(`---\n${FRONT}\n---\nBefore\n\n---\n\nAfter`, PLACE)
	expect(parsed.ok && parsed.lesson.body).toBe('Before\n\n---\n\nAfter')
})

test.each([
	{ what: 'no body', source: `---\n${FRONT}\n---\n\n`, line: 17, says: 'no body' },
	{ what: 'broken YAML', source: `---\n${FRONT.replace('steps: [Do it]', 'steps: [Do it')}\n---\nText`, line: 6, says: '' },
	{ what: 'a wrong difficulty', source: `---\n${FRONT.replace('Beginner', 'Easy')}\n---\nText`, line: 4, says: 'difficulty' },
	{ what: 'a missing title', source: `---\n${FRONT.replace('title: One\n', '')}\n---\nText`, line: 2, says: 'title' },
	{ what: 'an unknown key', source: `---\n${FRONT}\nmood: good\n---\nText`, line: 2, says: 'mood' },
])('$what is reported at line $line', ({ source, line, says }) => {
	const parsed = parseLesson(source, PLACE)
	expect(parsed.ok ? [] : parsed.issues).toEqual(expect.arrayContaining([{ line, message: expect.stringContaining(says) }]))
})
