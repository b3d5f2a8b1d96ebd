import { isDeepStrictEqual } from 'node:util'

import { isJson, MODULE_FILE } from '#content/check-file.ts'
import { splitFrontMatter } from '#content/front-matter.ts'
import type { Place } from '#content/marks/text-marks.ts'
import { findFieldAt } from '#content/parse-located.ts'
import { ContentProblem, type FileIssue } from '#content/parsed-files.ts'
import { readShipped } from '#content/read-sources.server.ts'
import type { Edits } from '#content/sources.ts'
import { FormRefused } from '#server/console/shell/console-request.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { describeFault } from './describe-fault.ts'
import { describePlaces } from './describe-places.ts'
import { SAMPLE_TEXT_PATTERN } from './draft-course.ts'
import { findFile, editableFilePredicate, fileTitle } from './files.ts'
import { findDeletedMedia } from './find-deleted-media.ts'
import { readMarkdownFile } from './markdown-file.ts'
import { toAmountsKey, readUnusualAmounts } from './money-fields.ts'
import { toPlaceUrl } from './place-address.ts'
import type { Plan } from './plan-release.ts'
import { childPath, isObject, type Json, valueAt } from './read-form.ts'
import { listNewlyUnwritten } from './unwritten-lessons.ts'

const COURSE_FILE = 'course/course.json'

/** `text`: the sample text or the ID of the made-up entry, which identifies the sample wherever it's moved within its file. */
type Found = { place: Place; text: string }

function findInValue(file: string, value: Json, path = ''): Found[] {
	const found = (field: string, text: string): Found[] => [{ place: { file, field }, text }]
	if (typeof value === 'string') return SAMPLE_TEXT_PATTERN.test(value) ? found(path, value) : []
	if (isObject(value) && (value.sample === true || value.basis === 'sample'))
		return found(childPath(path, value.sample === true ? 'sample' : 'basis'), JSON.stringify(value.id ?? value))
	const members = Array.isArray(value)
		? value.map((each: Json, index) => [index, each] as const)
		: isObject(value)
			? Object.entries(value)
			: []
	return members.flatMap(([key, each]) => findInValue(file, each, childPath(path, key)))
}

function findInText(file: string, text: string): Found[] {
	if (file.endsWith('.json')) return isJson(text) ? findInValue(file, JSON.parse(text)) : []
	const head = text.length - (splitFrontMatter(text)?.body ?? text).length
	const before = text.slice(0, head).split('\n').length
	const lines = text.slice(head).split('\n')
	const inBody = lines.flatMap((line, index): Found[] =>
		SAMPLE_TEXT_PATTERN.test(line.replace(/^#+ /, '')) ? [{ place: { file, line: before + index }, text: line }] : [],
	)
	return [...findInValue(file, readMarkdownFile(file, text)?.value ?? null), ...inBody]
}

type Fields = Readonly<Record<string, Json>> | null | undefined
type Listed = ({ id: number } & Record<string, Json>) | null

/** Returns a list of a draft, which may have any shape. */
function readList<Item>(text: string | undefined, name: string): Item[] {
	const list = text !== undefined && isJson(text) ? (JSON.parse(text) as Record<string, unknown> | null)?.[name] : []
	return Array.isArray(list) ? list : []
}

const readModules = (text: string | undefined) => readList<Listed>(text, 'modules')
const readSections = (text: string) => readList<{ id: string } | null>(text, 'sections')

/** Fields with texts about a shipped module's lessons, on the module's page and in the course. */
const ABOUT_LESSONS = { page: ['subtitle', 'outcomes'], course: ['description', 'skills', 'duration'] } as const

/** Finds the texts of a shipped module that still describe its lessons, although none are left. */
function findLeftOver(edits: Edits, file: string): Found[] {
	const [, id] = MODULE_FILE.exec(file) ?? []
	const [text, origin] = [edits[file], readShipped().get(file) ?? '']
	if (id === undefined || text == null || !isJson(text) || !isJson(origin)) return []
	const [page, shipped] = [JSON.parse(text), JSON.parse(origin)] as Fields[]
	const known = new Set(readSections(origin).map((section) => section?.id))
	if (known.size === 0 || readSections(text).some((section) => known.has(section?.id))) return []
	const same = (fields: readonly string[], one: Fields, other: Fields) =>
		fields.filter((field) => one?.[field] !== undefined && isDeepStrictEqual(one[field], other?.[field]))
	const found = (place: { file: string; field: string }): Found => ({ place, text: `${place.file} ${place.field}` })
	const original = findFile(COURSE_FILE)?.origin
	const modules = readModules(edits[COURSE_FILE] ?? original)
	const index = modules.findIndex((module) => String(module?.id) === id)
	const listed = readModules(original).find((module) => String(module?.id) === id)
	return [
		...same(ABOUT_LESSONS.page, page, shipped).map((field) => found({ file, field: `/${field}` })),
		...same(ABOUT_LESSONS.course, modules[index], listed).map((field) => found({ file: COURSE_FILE, field: `/modules/${index}/${field}` })),
	]
}

export type Sample = { label: string; href: string }

const findInFile = (edits: Edits, file: string): Found[] => [
	...findInText(file, edits[file] ?? findFile(file)?.origin ?? ''),
	...findLeftOver(edits, file),
]

/** Leaves out samples that the public file contains as well. */
function leaveOutPublic(found: readonly Found[], inPublic: readonly Found[]): Found[] {
	const known = inPublic.map(({ text }) => text)
	return found.filter(({ text }) => {
		const index = known.indexOf(text)
		if (index !== -1) known.splice(index, 1)
		return index === -1
	})
}

const present = (edits: Edits, found: readonly Found[]): Sample[] => {
	const describe = describePlaces(edits)
	return found.map(({ place }) => ({ label: 'line' in place ? `${describe(place)} › Text` : describe(place), href: toPlaceUrl(place) }))
}

/** Finds sample texts, entries that are marked as made up, and texts about lessons that are gone, with links to their fields. */
export const findSamples = (edits: Edits, files: readonly string[]): Sample[] =>
	present(
		edits,
		files.flatMap((file) => findInFile(edits, file)),
	)

/** Finds the samples in `edits` that aren't public yet, and lessons that aren't written. */
export const findNewSamples = ({ edits, live, files }: Pick<Plan, 'edits' | 'live' | 'files'>): Sample[] =>
	present(edits, [
		...files.flatMap((file) => leaveOutPublic(findInFile(edits, file), findInFile(live, file))),
		...listNewlyUnwritten({ edits, live }).map(({ place, file }) => ({ place, text: file })),
	])

/** Returns the form value that confirms these samples. */
export const toSamplesKey = (samples: readonly Sample[]): string => samples.map(({ href }) => href).join(' ')

/**
 * True if the operator has confirmed all these samples.
 * @param confirmed from `toSamplesKey`; may contain others, too
 */
export function areConfirmed(samples: readonly Sample[], confirmed: string): boolean {
	const named = new Set(confirmed.split(' '))
	return samples.every(({ href }) => named.has(href))
}

/** `href`: null if the console doesn't edit the file. */
export type PublishProblem = { label: string; href: string | null; message: string }

export type PublishRefusal = { problems: readonly PublishProblem[]; amounts: readonly string[]; samples?: readonly Sample[] }

/** Unusual amounts (toAmountsKey) and samples (toSamplesKey) that the operator has confirmed. */
export type PublishConfirmation = { amounts: string; samples: string }

export const readConfirmed = ({ confirmed = '', samples = '' }: Readonly<Record<string, string>>): PublishConfirmation => ({
	amounts: confirmed,
	samples,
})

/** Matches a schema error, which starts with the path of its field, such as `hero.title: must not be empty`. */
const FIELD_FIRST = /^([\w-]+(?:\.[\w-]+)*): (.+)$/s

function readRoot(file: string, text: string): Json {
	if (!file.endsWith('.json')) return readMarkdownFile(file, text)?.value ?? null
	return isJson(text) ? (JSON.parse(text) as Json) : null
}

function findInMarkdown(text: string, { file, line, message }: FileIssue): Place {
	const { frontMatter = '' } = splitFrontMatter(text) ?? {}
	// Line numbers count the `---` above the front matter, so subtract it.
	const field = findFieldAt(frontMatter, line - 1, message)
	return field === null ? { file, line } : { file, field }
}

const MAX_QUOTE = 120

/** Quotes the sentence of a line that an error is about, without Markdown syntax. */
function quoteLine(text: string, { line, message }: { line: number; message: string }): string {
	const sentences = (text.split('\n')[line - 1] ?? '').split(/(?<=[.!?])\s+/)
	const named = message.split(/,? /).filter((word) => word.length > 3)
	const found = sentences.find((sentence) => /\]\(\//.test(sentence) && named.some((word) => sentence.includes(word))) ?? sentences[0] ?? ''
	const plain = found
		.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replaceAll(/^[\s#>|*-]+|[*_`]+/g, '')
		.trim()
	return plain.length > MAX_QUOTE ? `${plain.slice(0, MAX_QUOTE).trimEnd()}…` : plain
}

function findField(text: string, { file, line, message }: FileIssue): { place: Place; message: string } {
	const [, keys, rest = message] = FIELD_FIRST.exec(message) ?? []
	const field = keys === undefined ? null : `/${keys.replaceAll('.', '/')}`
	if (field !== null && valueAt(readRoot(file, text), field.slice(0, field.lastIndexOf('/'))) !== undefined)
		return { place: { file, field }, message: describeFault(rest) }
	if (file.endsWith('.md')) return { place: findInMarkdown(text, { file, line, message }), message: describeFault(message) }
	const found = file.endsWith('.json') && isJson(text) ? findFieldAt(text, line, message) : null
	return { place: found === null ? { file, whole: true } : { file, field: found }, message: describeFault(message) }
}

const FILE_NAME = /\b(?:[\w-]+\/)*[\w-]+\.(?:json|md|svg)\b/g

const nameFiles = (message: string, edits: Edits) =>
	message.replaceAll(FILE_NAME, (path) => {
		const file = findFile(path)
		return file ? `“${fileTitle(path, edits[path] ?? file.origin)}”` : path
	})

/**
 * Lists the problems that an error contains; rethrows any other error.
 * @param edits the texts that were checked
 */
export function listPublishProblems(error: unknown, edits: Edits): PublishProblem[] {
	if (!(error instanceof ContentProblem)) throw error
	const isKnown = editableFilePredicate()
	const describe = describePlaces(edits)
	return error.issues.map((issue): PublishProblem => {
		if (!isKnown(issue.file)) return { label: issue.file, href: null, message: issue.message }
		const text = edits[issue.file] ?? findFile(issue.file)?.origin ?? ''
		const { place, message } = findField(text, issue)
		const quote = 'line' in place ? quoteLine(text, issue) : ''
		const where = !('line' in place) ? '' : quote === '' ? ' › Text' : ` › Text › “${quote}”`
		return { label: `${describe(place)}${where}`, href: toPlaceUrl(place), message: nameFiles(message, edits) }
	})
}

export const findProblems = (
	{ published }: Pick<ServiceContext, 'published'>,
	{ edits, live }: Pick<Plan, 'edits' | 'live'>,
): Promise<PublishProblem[]> =>
	published.requireValid(edits, live).then(
		() => [],
		(error: unknown) => listPublishProblems(error, edits),
	)

/**
 * Validates a release before it is published or scheduled.
 * @throws FormRefused content_faulty, amounts_unconfirmed, samples_unconfirmed (422) with a PublishRefusal
 */
export async function requirePublishable(ctx: ServiceContext, plan: Plan, confirmed: PublishConfirmation): Promise<void> {
	const problems = [...(await findProblems(ctx, plan)), ...(await findDeletedMedia(ctx, plan))]
	if (problems.length > 0) {
		const message = `Not published: fix ${problems.length === 1 ? 'this error' : `these ${problems.length} errors`} first.`
		throw new FormRefused({ problems, amounts: [] } satisfies PublishRefusal, 'unprocessable', 'content_faulty', message)
	}
	const amounts = readUnusualAmounts(plan)
	const samples = plan.drafts === null ? [] : findNewSamples(plan)
	const refusal = { problems: [], amounts, samples } satisfies PublishRefusal
	if (toAmountsKey(amounts) !== confirmed.amounts && amounts.length > 0) {
		const message = 'Not published yet. Check the prices, then publish or schedule again to confirm them.'
		throw new FormRefused(refusal, 'unprocessable', 'amounts_unconfirmed', message)
	}
	if (areConfirmed(samples, confirmed.samples)) return
	const message = 'Not published yet. Write these texts first, or check the box to publish the samples.'
	throw new FormRefused(refusal, 'unprocessable', 'samples_unconfirmed', message, { fields: { samples: message } })
}
