import { isDeepStrictEqual } from 'node:util'

import { findFrontMatterSchema } from '#content/check-file.ts'
import { splitFrontMatter } from '#content/front-matter.ts'
import { readYaml, rewriteYaml } from '#content/rewrite-yaml.ts'

import { editList, isObject, type Json, type JsonObject } from './read-form.ts'

export type MarkdownFile = {
	value: JsonObject
	body: string
	bodyLine: number
}

const EMPTY_LINES = /^(?:[ \t]*\n)*/

/** @returns null if the file has no front matter fields or they can't be parsed; it is then edited as text */
export function readMarkdownFile(file: string, text: string): MarkdownFile | null {
	const parts = findFrontMatterSchema(file) && splitFrontMatter(text)
	if (!parts) return null
	const value = readYaml(parts.frontMatter)
	if (!isObject(value)) return null
	const [before = ''] = EMPTY_LINES.exec(parts.body) ?? []
	const bodyAt = text.length - parts.body.length + before.length
	return { value, body: parts.body.slice(before.length).trimEnd(), bodyLine: text.slice(0, bodyAt).split('\n').length }
}

/**
 * Writes fields and text into a Markdown file. Unchanged parts keep their bytes.
 * @param before text of the file before the edit
 */
export function writeMarkdownFile(before: string, { value, body }: { value: JsonObject; body: string }): string {
	const parts = splitFrontMatter(before) ?? { frontMatter: '', body: '\n' }
	const text = body.replace(EMPTY_LINES, '').trimEnd()
	const [above = ''] = EMPTY_LINES.exec(parts.body) ?? []
	const isSameText = parts.body.slice(above.length).trimEnd() === text
	return `---\n${rewriteYaml(parts.frontMatter, value)}\n---\n${isSameText ? parts.body : `${above}${text}\n`}`
}

const MAX_ID = 40

function toId(question: Json, taken: ReadonlySet<Json>, number: number): string {
	const words = typeof question === 'string' ? question.toLowerCase().match(/[a-z0-9]+/g) : null
	const id = (words ?? ['question', String(number)]).join('_').slice(0, MAX_ID).replace(/_+$/, '')
	return taken.has(id) ? toId(`${id} ${number}`, taken, number + 1) : id
}

/**
 * Gives an ID to each question that has none. IDs are hidden from operators, because stored answers refer to them.
 * @param includesEmpty true to give an ID even to questions without a text
 */
export function nameQuestions(value: JsonObject, includesEmpty = false): JsonObject {
	const { quiz } = value
	if (!Array.isArray(quiz)) return value
	const taken = new Set<Json>(quiz.map((each: Json) => (isObject(each) ? each.id : null)))
	const named = quiz.map((each: Json, index) => {
		if (!isObject(each) || each.id !== '' || (each.question === '' && !includesEmpty)) return each
		const id = toId(each.question, taken, index + 1)
		taken.add(id)
		return { ...each, id }
	})
	return isDeepStrictEqual(named, quiz) ? value : { ...value, quiz: named }
}

/**
 * Updates the right answers, which are positions in their lists of options, after a command that moves or removes an option. If the right
 * option itself was removed, no answer is right.
 * @param before the fields before the command
 * @param after the fields after the command
 */
export function moveRightAnswers(before: Json, after: Json, command: string): Json {
	if (!isObject(before) || !isObject(after) || !Array.isArray(before.quiz) || !Array.isArray(after.quiz)) return after
	if (!/^(?:remove|up|down|move) \/quiz\/\d+\/options\/\d+/.test(command)) return after
	const positions = before.quiz.map((each: Json) => ({
		options: isObject(each) && Array.isArray(each.options) ? [...each.options.keys()] : [],
	}))
	const moved = editList({}, { quiz: positions }, command) as { quiz: typeof positions }
	const quiz = after.quiz.map((each: Json, index) => {
		if (!isObject(each) || typeof each.correct !== 'number') return each
		const { correct, ...question } = each
		const position = moved.quiz[index]?.options.indexOf(correct) ?? -1
		return position === -1 ? question : { ...each, correct: position }
	})
	return { ...after, quiz }
}
