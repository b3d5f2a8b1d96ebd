import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { loadedContent } from '#content/loaded.server.ts'

import { describeFault } from './describe-fault.ts'
import { mergeExercises } from './exercise-fields.ts'
import type { FormPart } from './json-form.ts'
import { moveRightAnswers, nameQuestions, readMarkdownFile, writeMarkdownFile } from './markdown-file.ts'
import { presentMarkdown } from './present-markdown.ts'
import { type JsonObject, jsonSchemaOf, readForm, editList } from './read-form.ts'
import { MAX_FORM_LENGTH } from './save-file.ts'

const FILES = globSync('{course,tracks,articles,documents,legal}/**/*.md', { cwd: 'content' })
const LESSON = 'course/module-2/lessons/first-sale.md'
const read = (file: string) => readFileSync(`content/${file}`, 'utf8')

const listParts = (part: FormPart): FormPart[] => [part, ...('parts' in part ? part.parts.flatMap(listParts) : [])]

function present(file: string, text: string) {
	const shown = presentMarkdown(loadedContent, { path: file, title: 'A text' }, text)
	if (!shown) throw new Error(`${file} has no form`)
	return { ...shown, all: [...shown.head, ...shown.tabs.flatMap(({ parts }) => parts)].flatMap(listParts) }
}

/** Returns the form fields of a text as a browser submits them. */
function send(file: string, text: string): Record<string, string> {
	const { all, body, tabs, textFaults } = present(file, text)
	expect([textFaults, tabs.filter(({ faults }) => faults > 0)]).toEqual([[], []])
	const fields: Record<string, string> = { d: '', text: body.replaceAll('\n', '\r\n') }
	for (const part of all) {
		const control = 'hidden' in part ? part.hidden : 'name' in part ? part : null
		if (part.is === 'text' && part.mark?.isChosen === true) fields[part.mark.name] = part.mark.value
		if (control === null) continue
		expect(Object.hasOwn(fields, control.name)).toBe(false)
		fields[control.name] = control.value.replaceAll('\n', '\r\n')
	}
	return fields
}

const save = (before: string, { text = '', ...fields }: Record<string, string>) =>
	writeMarkdownFile(before, {
		value: nameQuestions(readForm(fields) as JsonObject),
		body: mergeExercises(text.replaceAll('\r\n', '\n'), fields),
	})

test('there are more than 100 texts to test with', () => expect(FILES.length).toBeGreaterThan(100))

test.each(FILES)('%s: the unchanged form gives the same bytes, and a title with a colon changes only its line', (file) => {
	const text = read(file)
	const sent = send(file, text)
	expect(save(text, sent)).toBe(text)
	expect(new URLSearchParams(sent).toString().length * 4).toBeLessThan(MAX_FORM_LENGTH)
	const changed = save(text, { ...sent, 's/title': 'Sales: the "first" one' })
	const [before, after] = [text.split('\n'), changed.split('\n')]
	expect(after.length).toBe(before.length)
	expect(after.filter((line, index) => line !== before[index])).toHaveLength(1)
	expect(readMarkdownFile(file, changed)?.value.title).toBe('Sales: the "first" one')
})

test('a lesson has a tab per part, the right answer is selected at its option, and IDs are hidden', () => {
	const { tabs, all } = present(LESSON, read(LESSON))
	expect(tabs.map(({ label }) => label)).toEqual(['Steps', 'Examples', 'Exercises', 'Task', 'Knowledge check', 'Details'])
	const marks = all.flatMap((part) => (part.is === 'text' && part.mark?.name === 'n/quiz/0/correct' ? [part.mark] : []))
	expect(marks.map(({ label }) => label)).toEqual(marks.map((_, index) => `Option ${index + 1} is the right answer`))
	expect(marks.filter(({ isChosen }) => isChosen)).toHaveLength(1)
	expect(all.filter((part) => 'name' in part && /^.(?:\/quiz\/\d+|x\d+)\/id$/.test(part.name))).toEqual([])
	expect(tabs[0]?.parts[0]).toMatchObject({ parts: expect.arrayContaining([expect.objectContaining({ label: 'Step 1' })]) })
})

test('the right answer follows its option, and is unset once that is removed', () => {
	const before = { quiz: [{ options: ['Yes', 'No', 'Maybe'], correct: 1 }] }
	const after = (command: string) => moveRightAnswers(before, editList({}, before, command), command)
	expect(after('up /quiz/0/options/1')).toEqual({ quiz: [{ options: ['No', 'Yes', 'Maybe'], correct: 0 }] })
	expect(after('remove /quiz/0/options/0')).toEqual({ quiz: [{ options: ['No', 'Maybe'], correct: 0 }] })
	expect(after('move /quiz/0/options/0 2')).toEqual({ quiz: [{ options: ['No', 'Maybe', 'Yes'], correct: 0 }] })
	expect(after('remove /quiz/0/options/1')).toEqual({ quiz: [{ options: ['Yes', 'Maybe'] }] })
	expect(after('add /quiz/0/options')).toMatchObject({ quiz: [{ correct: 1 }] })
})

test('a new question gets an ID from its text', () => {
	const text = read(LESSON)
	const added = editList(jsonSchemaOf(LESSON), readForm(send(LESSON, text)), 'add /quiz') as JsonObject & { quiz: JsonObject[] }
	expect(nameQuestions(added)).toBe(added)
	const last = added.quiz.at(-1)
	if (last) last.question = String(added.quiz[0]?.id)
	const named = nameQuestions(added).quiz as JsonObject[]
	expect(new Set(named.map(({ id }) => id)).size).toBe(named.length)
	expect(named.at(-1)?.id).toMatch(/^[a-z0-9]+(?:_[a-z0-9]+)*$/)
})

test.each([
	['figure: steps.2.value: must not exceed the previous step', 'Figure: Steps 3, value must not exceed the previous step.'],
	[
		'recall: Nested mappings are not allowed in compact mappings',
		'Recall question can’t be read. Put text that has a colon or a bracket in quotes.',
	],
	['table: each column needs a name in its header', 'Table: each column needs a name in its header.'],
	['has no heading: start its sections with ##', 'Add at least one heading.'],
])('the error %j is shown as %j', (message, words) => {
	expect(describeFault(message)).toBe(words)
})

test('a video block whose file is missing is a fault of the text', () => {
	const block = '```video\nfile: my-video.mp4\ntitle: A call\nminutes: 3\ntranscript: [Hello.]\n```'
	const { textFaults } = present(LESSON, `${read(LESSON)}\n${block}\n`)
	expect(textFaults[0]).toEqual({
		message: 'There’s no file my-video.mp4. Remove this block and add the video from Media.',
		code: 'file: my-video.mp4',
	})
})

test('unreadable front matter is edited as text', () => {
	expect(presentMarkdown(loadedContent, { path: LESSON, title: '' }, '---\ntitle: a: b\n---\nText')).toBeNull()
	expect(presentMarkdown(loadedContent, { path: LESSON, title: '' }, 'Text')).toBeNull()
	expect(presentMarkdown(loadedContent, { path: 'offers.json', title: '' }, '{}')).toBeNull()
})
