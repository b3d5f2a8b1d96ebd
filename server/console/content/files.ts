import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { findTitle, MODULE_FILE } from '#content/check-file.ts'
import { contentFolder, courseFolder } from '#content/read-sources.server.ts'
import { readYaml } from '#content/rewrite-yaml.ts'
import type { Edits } from '#content/sources.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { beginFile } from './begin-file.ts'
import { isObject } from './json-schema.ts'

/** Editable file; `title` is its display name. */
export type ContentFile = { path: string; group: string; title: string; origin: string }

const MAX_SLUG = 60
/** Measured by a command. */
const MADE = 'document-sizes.json'

const GROUPS: readonly [RegExp, (found: RegExpExecArray) => string][] = [
	[
		/^(?:site|brand|heading-font|offers|checkout-consent|company\/bank-transfer|company\/seller)\.json$|^logo\.svg$/,
		() => 'Brand, prices and seller',
	],
	[/^(?:marketing|company|free-trial|quizzes|selector)\/|^[^/]+\.json$/, () => 'Pages'],
	[/^course\/course\.json$|^courses\//, () => 'Course'],
	[/^course\/module-(\d+)\//, ([, number]) => `Module ${number}`],
	[/^tracks\//, () => 'Career tracks'],
	[/^articles\//, () => 'Articles'],
	[/^documents\//, () => 'Documents'],
	[/^downloads\//, () => 'Downloads'],
	[/^legal\//, () => 'Legal texts'],
]

function groupOf(file: string): string {
	for (const [pattern, name] of GROUPS) {
		const found = pattern.exec(file)
		if (found) return name(found)
	}
	return 'Other'
}

/** The line with the title in the head of a Markdown file, and in the JSON of a course, sheet or download. */
const TITLE_LINE = /^(?:(title: .*)|\t"title": (".*"),?)$/m

function readTitle(text: string): string {
	const [, inMarkdown, inJson] = TITLE_LINE.exec(text) ?? []
	const line = inMarkdown === undefined ? null : readYaml(inMarkdown)
	const title = inJson === undefined ? isObject(line) && line.title : readYaml(inJson)
	return typeof title === 'string' ? title : ''
}

const nameOf = (file: string) => path.parse(file).name.replaceAll('-', ' ')

/** Display name of a file: its exact title. @param text of the file */
export function titleOf(file: string, text: string): string {
	const own = readTitle(text)
	if (MODULE_FILE.test(file) && own !== '') return `The module: ${own}`
	return findTitle(file) ?? (own || nameOf(file))
}

function readFile(file: string): ContentFile {
	const inCourse = file.startsWith('course/') ? path.join(courseFolder, file.slice('course/'.length)) : path.join(contentFolder, file)
	const origin = readFileSync(inCourse, 'utf8')
	return { path: file, group: groupOf(file), title: titleOf(file, origin), origin }
}

/** Every file that the site comes with. */
export function listPaths(): string[] {
	const find = (cwd: string) => globSync('**/*.{json,md,svg}', { cwd }).map((file) => file.replaceAll('\\', '/'))
	const around = find(contentFolder).filter((file) => !file.startsWith('course/') && file !== 'README.md' && file !== MADE)
	return [...around, ...find(courseFolder).map((file) => `course/${file}`)].toSorted((one, other) =>
		one.localeCompare(other, 'en', { numeric: true }),
	)
}

/** A file that the site did not come with: an article, a module, or an unwritten lesson. */
function addFile(file: string): ContentFile | null {
	const added = beginFile(file)
	return added && { path: file, group: groupOf(file), ...added }
}

/** Turns typed text into a piece of an address; null when nothing of it can be in one. */
export function toSlug(typed: string): string | null {
	const slug = typed
		.normalize('NFKD')
		.replaceAll(/\p{M}/gu, '')
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.slice(0, MAX_SLUG)
		.replaceAll(/^-|-$/g, '')
	return slug === '' ? null : slug
}

/** True if a file can be edited, as one that the site comes with or that was added. */
export function findKnown(): (file: string) => boolean {
	const known = new Set(listPaths())
	return (file) => known.has(file) || beginFile(file) !== null
}

/** Every file that can be edited, in the order of its groups. @param edits texts of files that may have been added, or the lines with their titles */
export function listFiles(edits: Edits = {}): ContentFile[] {
	const order = ['Brand, prices and seller', 'Pages', 'Course']
	const rank = ({ group }: ContentFile) => (order.includes(group) ? order.indexOf(group) : order.length)
	const known = new Set(listPaths())
	const added = Object.keys(edits).flatMap((file) => (known.has(file) ? [] : (addFile(file) ?? [])))
	return [...[...known].map(readFile), ...added]
		.map((file) => ({ ...file, title: titleOf(file.path, edits[file.path] ?? file.origin) }))
		.toSorted((one, other) => rank(one) - rank(other))
}

/** Finds one of them, or a file that may be added, or null: nothing else on this machine is read. */
export const findFile = (file: string): ContentFile | null => (listPaths().includes(file) ? readFile(file) : addFile(file))

/** @throws ServiceError content_not_found (404) */
export function requireFile(file: string | undefined): ContentFile {
	const found = file === undefined ? null : findFile(file)
	if (!found) throw new ServiceError('not-found', 'content_not_found', 'There is no such file in the content.')
	return found
}
