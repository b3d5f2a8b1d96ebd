import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { faultsWhileWriting, withoutBlanks } from './blanks.ts'
import { finishExercises, mergeExercises } from './exercise-fields.ts'
import { nameQuestions, readMarkdownFile } from './markdown-file.ts'
import { editList, isObject, type JsonObject, jsonSchemaOf, zodSchemaOf } from './read-form.ts'

const LESSON = 'course/module-2/lessons/first-sale.md'
const [schema, shape] = [zodSchemaOf(LESSON), jsonSchemaOf(LESSON)]

const readValue = (file: string) => {
	const text = readFileSync(`content/${file}`, 'utf8')
	return file.endsWith('.json') ? (JSON.parse(text) as unknown) : readMarkdownFile(file, text)?.value
}
const lesson = readValue(LESSON) as JsonObject & { quiz: JsonObject[]; steps: string[] }
const added = (...paths: string[]) => paths.reduce<unknown>((value, path) => editList(shape, value, `add ${path}`), lesson)
const faultsOf = (value: unknown) => faultsWhileWriting(schema, { value, named: isObject(value) ? nameQuestions(value, true) : value })

test('shipped files have no blanks', () => {
	for (const file of globSync('**/*.{json,md}', { cwd: 'content' })) {
		const value = readValue(file)
		expect([file, withoutBlanks(zodSchemaOf(file), value)]).toEqual([file, value])
	}
})

test('new questions, options, steps and groups in which nothing was written are dropped and aren’t wrong', () => {
	for (const value of [
		added('/quiz'),
		added('/quiz', '/quiz'),
		editList(shape, added('/quiz', '/quiz'), `up /quiz/${lesson.quiz.length}`),
		added('/quiz/0/options', '/steps', '/examples', '/resources'),
	]) {
		expect(withoutBlanks(schema, value)).toEqual(lesson)
		expect(faultsOf(value)).toEqual(new Map())
	}
	const { task: _, ...others } = lesson
	expect(withoutBlanks(schema, editList(shape, others, 'add /task'))).toEqual(others)
})

test('an entry in which something was written stays, and an option before another one stays in its place', () => {
	const value = added('/quiz', '/quiz/0/options') as typeof lesson
	const at = lesson.quiz.length
	Object.assign(value.quiz[at]!, { options: ['Yes', ''] })
	value.steps.unshift('')
	expect(withoutBlanks(schema, value)).toMatchObject({ steps: value.steps, quiz: { length: at + 1 } })
	expect(faultsOf(value)).toEqual(
		new Map([
			['/steps/0', ['must not be empty']],
			[`/quiz/${at}/question`, ['must not be empty']],
			[`/quiz/${at}/options/1`, ['must not be empty']],
			[`/quiz/${at}/correct`, ['Choose the right answer.']],
			[`/quiz/${at}/explanation`, ['must not be empty']],
		]),
	)
})

test('an exercise’s new field is dropped while it is empty, and named once it has anything', () => {
	const body = '```exercise\nid: price\ntitle: Your price\nfields:\n  - {id: hours, label: Hours, type: text}\n```\n'
	const more = mergeExercises(body, {
		dx0: body.trim(),
		'sx0/id': 'price',
		'sx0/title': 'Your price',
		'ax0/fields': '',
		'dx0/fields/0': '',
		'sx0/fields/0/label': 'Hours',
		'sx0/fields/0/type': 'text',
		'sx0/fields/0/id': 'hours',
		do: 'add x0/fields',
	})
	expect(more).not.toBe(body)
	expect(finishExercises(more)).toBe(body)
})
