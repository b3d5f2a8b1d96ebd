import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { checkFile, isJson, LESSON_FILE, MODULE_FILE } from '#content/check-file.ts'
import { listArticleSlugs } from '#content/files/article-folder.server.ts'
import { courseFolder, listCourseFiles } from '#content/files/course-folder.server.ts'
import { findEdited } from '#content/files/overlay.server.ts'
import { nameLessons } from '#content/name-lessons.ts'
import type { ContentIssue } from '#content/parse-located.ts'
import { fillFile } from '#content/read-promises.ts'
import { ModuleSchema } from '#content/schema/module.ts'

import { checkArticles } from './check-content/articles.ts'
import { checkCourseFiles, checkModuleNumbers, listModules } from './check-content/course-files.ts'
import { countCourse, countTracks, printCourse } from './check-content/course-table.ts'
import { checkDocuments } from './check-content/documents.ts'
import { isKnownPath } from './check-content/known-paths.ts'
import { checkLiterals, own, PROMISED_ELSEWHERE } from './check-content/literals.ts'
import { checkMedia } from './check-content/media.ts'
import { oncePerSource } from './check-content/once-per-source.ts'
import { readReferences } from './check-content/references.ts'
import { checkTracks } from './check-content/tracks.ts'

export type FileIssue = ContentIssue & { file: string }

/** Checks every data file under `root` (the content ring): its schema, its links, and what it names in other files. */
export async function checkContent(root: string): Promise<FileIssue[]> {
	return checkSources(await readSources(root))
}

/** @param course where the files of the course are, when not in the folder `course` below `root` */
async function readSources(root: string, course = join(root, 'course')): Promise<ReadonlyMap<string, string>> {
	const around = [...(await readFolder(root))].filter(([file]) => !file.startsWith('course/'))
	const own = [...(await readFolder(course))].map(([file, source]) => [`course/${file}`, source] as const)
	return new Map([...around, ...own].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

async function readFolder(root: string): Promise<ReadonlyMap<string, string>> {
	const files = (await readdir(root, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile() && /\.(json|md|svg)$/.test(entry.name) && entry.name !== 'README.md')
		.map((entry) => relative(root, join(entry.parentPath, entry.name)))
		.toSorted()
	return new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const)))
}

/** With what was edited in CONTENT_DIR in place of the origin, and the modules, lessons and articles that were added there. */
async function withEdits(sources: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
	const read = async ([file, source]: [string, string]) => {
		const edited = findEdited(file)
		return [file, edited === null ? source : await readFile(edited, 'utf8')] as const
	}
	const ofCourse = listCourseFiles()
		.map((file) => `course/${file}`)
		.filter((file) => LESSON_FILE.test(file) || MODULE_FILE.test(file))
	const written = [...ofCourse, ...listArticleSlugs().map((slug) => `articles/${slug}.md`)]
	const added = written.filter((file) => !sources.has(file)).map((file): [string, string] => [file, ''])
	return new Map(await Promise.all([...sources, ...added].map(read)))
}

/** @param isNew whether a file may have changed since it was last checked: to parse all lessons takes longer than all the rest */
function checkSources(sources: ReadonlyMap<string, string>, isNew: (file: string) => boolean = () => true): FileIssue[] {
	const ofFiles = [...sources].flatMap(([file, source]) =>
		[
			...(isNew(file) ? checkShape(file, source) : []),
			...checkReferences(file, source, sources),
			...checkOwnName(file, source, sources),
		].map((issue) => ({
			file,
			...issue,
		})),
	)
	const filled = new Map([...sources].map(([file, source]) => [file, fill(file, source)]))
	return [
		...ofFiles,
		...checkArticles(filled),
		...checkDocuments(filled),
		...checkTracks(filled),
		...checkCourseFiles(sources),
		...checkModuleNumbers(sources),
		...checkFigures(sources),
	]
}

/** Paths of issues are relative to the content ring, like all paths here. */
const checkFigures = (sources: ReadonlyMap<string, string>) =>
	checkLiterals(new Map([...sources].map(([file, source]) => [`content/${file}`, source]))).map(({ file, ...issue }) => ({
		file: file.replace('content/', ''),
		...issue,
	}))

const CODE_RINGS = ['app', 'contracts', 'domain', 'server']

/** Promised figures in code: a text there must take them from `content/promises/promises.ts` or the refund policy. */
async function checkCode(projectDir: string) {
	const files = await Promise.all(
		CODE_RINGS.map(async (ring) => (await readdir(join(projectDir, ring), { recursive: true })).map((file) => `${ring}/${file}`)),
	)
	const sources = files.flat().filter((file) => /(?<!\.test)\.tsx?$/.test(file))
	return checkLiterals(
		new Map(await Promise.all(sources.map(async (file) => [file, await readFile(join(projectDir, file), 'utf8')] as const))),
	)
}

const fill = (file: string, source: string) => fillFile(file, source, own.promises)
const checkShape = oncePerSource((file, source) => checkFile(file, fill(file, source)))

const BRAND_ELSEWHERE = 'the brand stands in site.json alone; write {brand}'

/** What a file names elsewhere: paths of this site, lessons, downloads, claims, testimonials. */
function checkReferences(file: string, source: string, sources: ReadonlyMap<string, string>): ContentIssue[] {
	const folder = /^course\/module-\d+/.exec(file)?.[0]
	const modules = listModules(sources)
	const idsOf = (other: string) =>
		new Set(readReferences(other, sources.get(other) ?? '').flatMap(({ key, value }) => (key === 'id' ? [value] : [])))

	const brand = readReferences('site.json', sources.get('site.json') ?? '').find(({ key }) => key === 'name')?.value

	return readReferences(file, source).flatMap(({ key, value, line }) => {
		if (brand && file !== 'site.json' && value.includes(brand)) return [{ line, message: BRAND_ELSEWHERE }]
		if (/^\/[^/]*/.test(value) && !isKnownPath(value, modules)) return [{ line, message: `${value} is no path of contracts/paths.ts` }]
		const section = /^\/course\/module([1-9]\d?)(?:\?section=([^#]*))?/.exec(value)
		if (section && SECTION_LINK_FROM.test(file)) return checkSectionLink(section, line, sources)
		if (key === 'lessonId') return missing(sources.has(`${folder}/lessons/${value}.md`), line, `lessons/${value}.md does not exist`)
		if (DOWNLOAD_KEYS.has(key)) return missing(sources.has(`downloads/${value}.json`), line, `downloads/${value}.json does not exist`)
		if (key === 'claimIds') return missing(idsOf('marketing/claims.json').has(value), line, `marketing/claims.json has no ${value}`)
		if (key === 'ids') return missing(idsOf('marketing/testimonials.json').has(value), line, `marketing/testimonials.json has no ${value}`)
		return []
	})
}

/** Texts that name sections; elsewhere a link to a module means the module. */
const SECTION_LINK_FROM = /^course\/module-\d+\/(?:lessons|sections)\//

/** A link inside the course must name an existing section; `complete` is the step after the last one. */
function checkSectionLink([href, module = '', name]: RegExpExecArray, line: number, sources: ReadonlyMap<string, string>): ContentIssue[] {
	if (name === undefined) return [{ line, message: `${href} names no section; write ?section=` }]
	const page = `course/module-${module}/module.json`
	const isThere = name === 'complete' || readSections(page, sources).some(({ id }) => id === name)
	return missing(isThere, line, `${page} has no section ${name}`)
}

const DOWNLOAD_KEYS: ReadonlySet<string> = new Set(['downloadId', 'downloadIds', 'file'])

const missing = (isThere: boolean, line: number, message: string): ContentIssue[] => (isThere ? [] : [{ line, message }])

/** A file that nothing names, or whose own id differs. */
function checkOwnName(file: string, source: string, sources: ReadonlyMap<string, string>): ContentIssue[] {
	const references = readReferences(file, source)
	if (file.startsWith('downloads/')) {
		const id = references.find(({ key }) => key === 'id')
		return missing(id?.value === basename(file, '.json'), id?.line ?? 1, `id must be the file's name, ${basename(file, '.json')}`)
	}

	const lesson = LESSON_FILE.exec(file)
	if (!lesson) return []
	const page = `course/module-${lesson[1]}/module.json`
	const isShown = readSections(page, sources).some(({ lessonId }) => lessonId === lesson[2])
	return missing(isShown, 1, `no section of ${page} has this id, and none names this lesson`)
}

function readSections(page: string, sources: ReadonlyMap<string, string>) {
	// Asked for each lesson and each link: JSON is read many times faster than YAML, and its faults are reported elsewhere.
	const source = sources.get(page) ?? ''
	const parsed = ModuleSchema.safeParse(isJson(source) ? JSON.parse(source) : null)
	return parsed.success ? nameLessons(parsed.data, [...sources.keys()]).sections : []
}

/** Where price, code and counts of the course come from. */
const SOURCE_OF_FIGURES = /^(?:offers|marketing\/claims|course\/.*)\.json$/

/**
 * Leaves out what says nothing to operators: some rules keep the project's own files tidy, not their text, name or price. A new
 * price may be the figure of some example in a text that nobody edited.
 */
export function issuesForOperators(issues: readonly FileIssue[], edited: ReadonlySet<string>): FileIssue[] {
	const hasOwnFigures = [...edited].some((file) => SOURCE_OF_FIGURES.test(file))
	return issues.filter(
		({ file, message }) =>
			!(edited.has(file) && message.startsWith('no longer says')) &&
			!(edited.has('site.json') && message === BRAND_ELSEWHERE) &&
			!(hasOwnFigures && !edited.has(file) && message.includes(PROMISED_ELSEWHERE)),
	)
}

if (import.meta.main) {
	const root = fileURLToPath(new URL('../content', import.meta.url))
	const sources = await withEdits(await readSources(root, courseFolder))
	const media = await readdir(join(root, '../public/media')).catch(() => [])
	const { edited: isQuick } = parseArgs({ options: { edited: { type: 'boolean' } } }).values
	const edited = new Set([...sources.keys()].filter((file) => findEdited(file) !== null))
	const found = [...checkSources(sources, (file) => !isQuick || edited.has(file)), ...checkMedia(sources, new Set(media))]
	const issues = issuesForOperators(found, edited)
	// An operator's price says nothing about the code.
	const inCode = isQuick ? [] : await checkCode(join(root, '..'))
	// It counts what its readers accept, and they accept no file with a fault: faults are named first.
	const uncarried = issues.length > 0 ? [] : (await import('#content/loaded.server.ts')).content.findUncarriedClaims()
	for (const message of uncarried) console.error(message)
	for (const { file, line, message } of issues) console.error(`content/${file}:${line}: ${message}`)
	for (const { file, line, message } of inCode) console.error(`${file}:${line}: ${message}`)
	if (issues.length + inCode.length + uncarried.length > 0) process.exitCode = 1
	else if (!isQuick)
		console.log(
			`${printCourse(countCourse(sources), countTracks(sources))}\n\ncontent: every file fits its schema and every link leads somewhere`,
		)
}
