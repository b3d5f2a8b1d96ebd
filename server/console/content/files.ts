import path from 'node:path'

import { findTitle, MODULE_FILE } from '#content/check-file.ts'
import { readShipped } from '#content/read-sources.server.ts'
import { readYaml } from '#content/rewrite-yaml.ts'
import type { Edits } from '#content/sources.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { newFileTemplate } from './new-file-template.ts'
import { isObject } from './read-form.ts'

export type ContentFile = { path: string; group: string; title: string; origin: string }

const MAX_SLUG = 60
/** A command generates this file, so it can't be edited. */
const GENERATED = 'document-sizes.json'

const GROUPS: readonly [RegExp, (found: RegExpExecArray) => string][] = [
	[
		/^(?:site|brand|heading-font|offers|checkout-consent|company\/bank-transfer|company\/seller)\.json$|^logo(?:-dark)?\.svg$/,
		() => 'Brand, prices and seller',
	],
	[/^(?:marketing|company|pages|free-trial|quizzes|selector)\/|^[^/]+\.json$/, () => 'Pages'],
	[/^course\/course\.json$|^courses\//, () => 'Course'],
	[/^course\/module-(\d+)\//, ([, number]) => `Module ${number}`],
	[/^tracks\//, () => 'Career tracks'],
	[/^articles\//, () => 'Articles'],
	[/^documents\//, () => 'Documents'],
	[/^downloads\//, () => 'Downloads'],
	[/^legal\//, () => 'Legal pages'],
]

function groupOf(file: string): string {
	for (const [pattern, name] of GROUPS) {
		const found = pattern.exec(file)
		if (found) return name(found)
	}
	return 'Other'
}

/** Matches the line with the title, in the front matter of a Markdown file or in the JSON of a course, sheet or download. */
const TITLE_LINE = /^(?:(title: .*)|\t"title": (".*"),?)$/m

function readTitle(text: string): string {
	const [, inMarkdown, inJson] = TITLE_LINE.exec(text) ?? []
	const line = inMarkdown === undefined ? null : readYaml(inMarkdown)
	const title = inJson === undefined ? isObject(line) && line.title : readYaml(inJson)
	return typeof title === 'string' ? title : ''
}

const nameOf = (file: string) => path.parse(file).name.replaceAll('-', ' ')

/** @param title the module's name in its course, or the title of its page */
export const nameModulePage = (title: string): string => `Module page: ${title}`

/** @param text content of the file */
export function fileTitle(file: string, text: string): string {
	const own = readTitle(text)
	if (MODULE_FILE.test(file) && own !== '') return nameModulePage(own)
	return findTitle(file) ?? (own || nameOf(file))
}

/** Returns a shipped file; null if there is none, or if it's generated. */
function findShipped(file: string): ContentFile | null {
	const origin = file === GENERATED ? undefined : readShipped().get(file)
	return origin === undefined ? null : { path: file, group: groupOf(file), title: fileTitle(file, origin), origin }
}

let paths: readonly string[] | undefined
/** Lists the shipped files of content and courses, without generated ones. */
export const listShippedPaths = (): readonly string[] =>
	(paths ??= [...readShipped().keys()]
		.filter((file) => file !== GENERATED)
		.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })))

/** Returns a file that isn't shipped: an article, a course, a module, a lesson, or the logo in dark mode; null for any other path. */
function addFile(file: string): ContentFile | null {
	const added = newFileTemplate(file)
	return added && { path: file, group: groupOf(file), ...added }
}

/** Converts text to a URL slug; null if no characters are left. */
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

/** Returns a predicate for editable files, shipped or added. */
export function editableFilePredicate(): (file: string) => boolean {
	const known = new Set(listShippedPaths())
	return (file) => known.has(file) || newFileTemplate(file) !== null
}

/** Pages that are listed before the others. */
export const PAGES_LISTED_FIRST = ['marketing/home.json', 'marketing/landing.json']

let shippedFiles: readonly ContentFile[] | undefined
/** Lists the shipped files once: they change only with an upgrade, which restarts the server. */
const listShipped = () => (shippedFiles ??= listShippedPaths().flatMap((file) => findShipped(file) ?? []))

/**
 * Lists every editable file, sorted by group.
 * @param edits texts of added files, or just their title lines
 */
export function listFiles(edits: Edits = {}): ContentFile[] {
	// Added modules come after the others; files with a page in Settings come last.
	const order = [/^Pages$/, /^Articles$/, /^Course$/, /^Module /, /^(?!Brand)/, /^Brand/]
	const rank = ({ path: file, group }: ContentFile) =>
		PAGES_LISTED_FIRST.includes(file) ? -1 : order.findIndex((groups) => groups.test(group))
	const known = new Set(listShipped().map(({ path: file }) => file))
	const added = Object.keys(edits).flatMap((file) => (known.has(file) ? [] : (addFile(file) ?? [])))
	const titled = (file: ContentFile) => ({ ...file, title: fileTitle(file.path, edits[file.path] ?? file.origin) })
	// Reads titles only from edited files: reading all of them took half of a page's response time.
	const shipped = listShipped().map((file) => (typeof edits[file.path] === 'string' ? titled(file) : file))
	return [...shipped, ...added.map(titled)].toSorted((one, other) => rank(one) - rank(other))
}

/** Finds an editable file, or one that may be added. Null for any other path: nothing else on this machine is readable. */
export const findFile = (file: string): ContentFile | null => findShipped(file) ?? addFile(file)

/** @throws ServiceError content_not_found (404) */
export function requireFile(file: string | undefined): ContentFile {
	const found = file === undefined ? null : findFile(file)
	if (!found) throw new ServiceError('not-found', 'content_not_found', 'We can’t find that file.')
	return found
}
