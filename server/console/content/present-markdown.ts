import { checkFile, findFrontMatterSchema } from '#content/check-file.ts'
import { listMedia } from '#content/check/check-release.server.ts'
import { checkMedia } from '#content/check/media.ts'
import type { Content } from '#content/load-content.server.ts'
import { OWN_PAGE_FILE } from '#content/own-pages.ts'

import { faultsWhileWriting } from './blanks.ts'
import type { FormatChoices } from './check-boxes.ts'
import { describeFault } from './describe-fault.ts'
import { presentExercises } from './exercise-fields.ts'
import { type FormPart, presentForm } from './json-form.ts'
import { type MarkdownFile, nameQuestions, readMarkdownFile } from './markdown-file.ts'
import { type JsonObject, jsonSchemaOf } from './read-form.ts'

type Section = { id: string; label: string; keys: readonly string[]; /** Label of each entry of its list. */ entry?: string }
type Layout = { head: readonly string[]; sections: readonly Section[] }

const LESSON: Layout = {
	head: ['title'],
	sections: [
		{ id: 'steps', label: 'Steps', keys: ['steps'], entry: 'Step' },
		{ id: 'examples', label: 'Examples', keys: ['examples'], entry: 'Example' },
		{ id: 'task', label: 'Task', keys: ['task'] },
		{ id: 'check', label: 'Knowledge check', keys: ['quiz'], entry: 'Question' },
	],
}
const LAYOUTS: readonly (readonly [file: RegExp, layout: Layout])[] = [
	[/^(?:course|tracks)\//, LESSON],
	[OWN_PAGE_FILE, { head: ['title', 'summary'], sections: [] }],
	[/^articles\//, { head: ['title', 'excerpt'], sections: [] }],
	[/^documents\//, { head: ['title', 'summary'], sections: [] }],
	[/^legal\//, { head: ['title', 'summary'], sections: [] }],
]

const isAt = (part: FormPart, ...keys: string[]) => part.id === `f-${keys.join('-')}`

/** Adds a radio button to each option, and shows the error about a missing choice above them. */
function markOptions(options: FormPart, correct: FormPart | undefined): FormPart {
	if (options.is !== 'group' || correct?.is !== 'text') return options
	const { name, value } = correct
	const parts = options.parts.map((each, index): FormPart => {
		const mark = { name, value: String(index), isChosen: value === String(index), label: `${each.label} is the right answer` }
		return each.is === 'text' ? { ...each, mark } : each
	})
	const fault = options.fault ?? (correct.fault && 'Choose the right answer.')
	return { ...options, parts, fault, hint: 'Select the right answer with the button in front of it.' }
}

/** Labels list entries by kind: “Step 1”. */
function nameEntries(part: FormPart, entry: string): FormPart {
	if (part.is !== 'group') return part
	const parts = part.parts.map((each, index): FormPart => {
		const label = `${entry} ${index + 1}`
		const commands = each.commands.map((command) => ({ ...command, about: label }))
		const about = each.is === 'group' && !/ \d+$/.test(each.label) ? { about: each.label } : {}
		const fault = each.fault?.replace(each.label, label)
		return { ...each, ...about, label, commands, fault }
	})
	const commands = part.commands.map((command) =>
		command.value.startsWith('add ') ? { ...command, label: `Add ${entry.toLowerCase()}` } : command,
	)
	return { ...part, isOpen: true, parts, commands }
}

function presentQuestion(part: FormPart): FormPart {
	if (part.is !== 'group') return part
	const correct = part.parts.find(({ id }) => id === `${part.id}-correct`)
	const parts = part.parts.flatMap((each): FormPart | [] => {
		if (each.is === 'text' && each.id === `${part.id}-id`)
			return {
				is: 'absent',
				id: each.id,
				label: each.label,
				fault: each.fault,
				commands: [],
				hidden: { name: each.name, value: each.value },
			}
		if (each.id === `${part.id}-options`) return markOptions(nameEntries(each, 'Option'), correct)
		return each === correct ? [] : each
	})
	return { ...part, parts }
}

export const countFaults = (part: FormPart): number =>
	(part.fault === undefined ? 0 : 1) + ('parts' in part ? part.parts.reduce((sum, each) => sum + countFaults(each), 0) : 0)

function listTextFaults(content: Content, file: string, { text, bodyLine }: { text: string; bodyLine: number }) {
	const lines = text.split('\n')
	const missing = checkMedia(new Map([[file, text]]), listMedia())
	return [...checkFile(file, content.fillFile(file, text)), ...missing]
		.filter(({ line }) => line >= bodyLine)
		.map(({ line, message }) => ({ message: describeFault(message), code: (lines[line - 1] ?? '').trim().slice(0, 120) }))
}

type Named = { path: string; title: string; lists?: FormatChoices }

/** Section that follows the Exercises tab. */
const AFTER_EXERCISES = 'task'

function presentFields({ path: file, title, lists }: Named, value: JsonObject, exercises: readonly FormPart[] | null) {
	const { head, sections } = LAYOUTS.find(([pattern]) => pattern.test(file))?.[1] ?? { head: [], sections: [] }
	const shape = jsonSchemaOf(file)
	const faults = faultsWhileWriting(findFrontMatterSchema(file), { value, named: nameQuestions(value, true) })
	const form = presentForm({ path: '', label: title, shape, value, faults, lists })
	const all = form.is === 'root' ? form.parts : []
	const pick = (keys: readonly string[]) => keys.flatMap((key) => all.filter((part) => isAt(part, key)))
	const placed = new Set([...head, ...sections.flatMap(({ keys }) => keys)])
	const entries = (part: FormPart, { entry, id }: Section): FormPart => {
		const questions = part.is === 'group' && id === 'check'
		const own = questions ? { ...part, parts: part.parts.map(presentQuestion) } : part
		return entry === undefined ? own : nameEntries(own, entry)
	}
	const tabs = [
		...sections.flatMap((section) => [
			...(section.id === AFTER_EXERCISES && exercises ? [{ id: 'exercises', label: 'Exercises', parts: exercises }] : []),
			{ ...section, parts: pick(section.keys).map((part) => entries(part, section)) },
		]),
		{ id: 'details', label: 'Details', parts: all.filter((part) => ![...placed].some((key) => isAt(part, key))) },
	]
	return {
		fault: form.fault,
		head: pick(head),
		tabs: tabs.map(({ id, label, parts }) => ({ id, label, parts, faults: parts.reduce((sum, part) => sum + countFaults(part), 0) })),
	}
}

/**
 * Creates the editor of a Markdown file: its front matter fields on tabs, and its text.
 * @param saved the text without entries that are still empty
 * @returns null if it has to be edited as text
 */
export function presentMarkdown(content: Content, { saved, ...named }: Named & { saved?: string }, text: string) {
	const { path: file } = named
	const found: MarkdownFile | null = readMarkdownFile(file, text)
	if (!found) return null
	const checked = saved ?? text
	const textFaults = listTextFaults(content, file, { text: checked, bodyLine: readMarkdownFile(file, checked)?.bodyLine ?? found.bodyLine })
	const hasBlocks = /^(?:course|tracks)\//.test(file)
	return {
		is: 'markdown',
		hasBlocks,
		...presentFields(named, found.value, hasBlocks ? presentExercises(found.body) : null),
		body: found.body,
		bodyLine: found.bodyLine,
		textFaults,
	} as const
}
