import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'

import { courseFolder } from '#content/files/course-folder.server.ts'
import { findEdited } from '#content/files/overlay.server.ts'
import { nameLessons } from '#content/name-lessons.ts'
import { parseArticle } from '#content/parse-article.ts'
import { parseLibraryDocument } from '#content/parse-document.ts'
import { parseLegal } from '#content/parse-legal.ts'
import { parseLesson } from '#content/parse-lesson.ts'
import { parseLocated } from '#content/parse-located.ts'
import type { ContentIssue } from '#content/parse-located.ts'
import { AboutSchema } from '#content/schema/about.ts'
import { BlogSchema } from '#content/schema/article.ts'
import { BankTransferSchema } from '#content/schema/bank-transfer.ts'
import { CareerPathSchema, CareerQuizSchema } from '#content/schema/career-path.ts'
import { CareersSchema } from '#content/schema/careers.ts'
import { CheckoutConsentSchema } from '#content/schema/checkout-consent.ts'
import { ClaimsSchema, DisclaimersSchema } from '#content/schema/claim.ts'
import { ClaimsPageSchema } from '#content/schema/claims-page.ts'
import { ContactSchema } from '#content/schema/contact.ts'
import { CourseSchema } from '#content/schema/course.ts'
import { DocumentSizesSchema } from '#content/schema/document-sizes.ts'
import { DownloadSourceSchema } from '#content/schema/download.ts'
import { StreamsSchema, TrialPageSchema, TrialQuizSchema, TrialTemplateSchema, TrialWorksheetSchema } from '#content/schema/free-trial.ts'
import { ActivitySchema, BlogTeasersSchema, HomeSchema, TestimonialsSchema } from '#content/schema/home.ts'
import { HustlerQuizSchema } from '#content/schema/hustler-quiz.ts'
import { LandingSchema } from '#content/schema/landing.ts'
import { LegalWordsSchema } from '#content/schema/legal.ts'
import { LibraryWordsSchema } from '#content/schema/library.ts'
import { LifecycleSchema } from '#content/schema/lifecycle.ts'
import { LinkPicturesSchema } from '#content/schema/link-pictures.ts'
import { ModuleSchema } from '#content/schema/module.ts'
import { OffersSchema } from '#content/schema/offers.ts'
import { NotFoundSchema, PaymentPagesSchema } from '#content/schema/payment-pages.ts'
import { PlannerSchema } from '#content/schema/planner.ts'
import { SelectorSchema } from '#content/schema/selector.ts'
import { SellerFileSchema } from '#content/schema/seller.ts'
import { SignupSchema } from '#content/schema/signup.ts'
import { SiteSchema } from '#content/schema/site.ts'
import { VisitSourcesSchema } from '#content/schema/visit-sources.ts'
import { CAREER_PATH_ID } from '#domain/gating/check-lesson-access.ts'

import { ARTICLE_FILE, checkArticles } from './check-content/articles.ts'
import { checkCourseFiles, checkModuleNumbers, listModules } from './check-content/course-files.ts'
import { countCourse, countTracks, printCourse } from './check-content/course-table.ts'
import { checkDocuments } from './check-content/documents.ts'
import { isKnownPath } from './check-content/known-paths.ts'
import { checkLiterals } from './check-content/literals.ts'
import { checkMedia } from './check-content/media.ts'
import { oncePerSource } from './check-content/once-per-source.ts'
import { readReferences } from './check-content/references.ts'
import { checkTracks } from './check-content/tracks.ts'

/** Which schema reads which file; a content file that none of them claims is an error. */
const SCHEMAS: readonly { file: RegExp; schema: z.ZodType }[] = [
	{ file: /^site\.json$/, schema: SiteSchema },
	{ file: /^blog\.json$/, schema: BlogSchema },
	{ file: /^company\/about\.json$/, schema: AboutSchema },
	{ file: /^company\/bank-transfer\.json$/, schema: BankTransferSchema },
	{ file: /^company\/seller\.json$/, schema: SellerFileSchema },
	{ file: /^company\/careers\.json$/, schema: CareersSchema },
	{ file: /^company\/claims\.json$/, schema: ClaimsPageSchema },
	{ file: /^company\/contact\.json$/, schema: ContactSchema },
	{ file: /^company\/legal\.json$/, schema: LegalWordsSchema },
	{ file: /^link-pictures\.json$/, schema: LinkPicturesSchema },
	{ file: /^planner\.json$/, schema: PlannerSchema },
	{ file: /^visit-sources\.json$/, schema: VisitSourcesSchema },
	{ file: /^lifecycle\.json$/, schema: LifecycleSchema },
	{ file: /^document-sizes\.json$/, schema: DocumentSizesSchema },
	{ file: /^library\.json$/, schema: LibraryWordsSchema },
	{ file: /^offers\.json$/, schema: OffersSchema },
	{ file: /^checkout-consent\.json$/, schema: CheckoutConsentSchema },
	{ file: /^course\/course\.json$/, schema: CourseSchema },
	{ file: /^course\/module-[1-9]\d?\/module\.json$/, schema: ModuleSchema },
	{ file: /^downloads\/[a-z0-9-]+\.json$/, schema: DownloadSourceSchema },
	{ file: /^free-trial\/page\.json$/, schema: TrialPageSchema },
	{ file: /^free-trial\/quiz\.json$/, schema: TrialQuizSchema },
	{ file: /^free-trial\/streams\.json$/, schema: StreamsSchema },
	{ file: /^free-trial\/template\.json$/, schema: TrialTemplateSchema },
	{ file: /^free-trial\/worksheet\.json$/, schema: TrialWorksheetSchema },
	{ file: /^quizzes\/hustler\.json$/, schema: HustlerQuizSchema },
	{ file: /^quizzes\/career-path\.json$/, schema: CareerQuizSchema },
	{ file: /^tracks\.json$/, schema: CareerPathSchema },
	{ file: /^selector\/selector\.json$/, schema: SelectorSchema },
	{ file: /^marketing\/activity\.json$/, schema: ActivitySchema },
	{ file: /^marketing\/blog-teasers\.json$/, schema: BlogTeasersSchema },
	{ file: /^marketing\/claims\.json$/, schema: ClaimsSchema },
	{ file: /^marketing\/disclaimers\.json$/, schema: DisclaimersSchema },
	{ file: /^marketing\/home\.json$/, schema: HomeSchema },
	{ file: /^marketing\/landing\.json$/, schema: LandingSchema },
	{ file: /^marketing\/not-found\.json$/, schema: NotFoundSchema },
	{ file: /^marketing\/payment-pages\.json$/, schema: PaymentPagesSchema },
	{ file: /^marketing\/signup\.json$/, schema: SignupSchema },
	{ file: /^marketing\/testimonials\.json$/, schema: TestimonialsSchema },
]

const DOCUMENT_FILE = /^documents\/([^/]+\.(?:md|json))$/
const LEGAL_FILE = /^legal\/[a-z-]+\.md$/
/** Lessons of the career tracks. */
const TRACK_FILE = /^tracks\/([a-z-]+)\/([a-z0-9-]+)\.md$/
const LESSON_FILE = /^course\/module-([1-9]\d?)\/lessons\/([a-z0-9-]+)\.md$/

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
		.filter((entry) => entry.isFile() && /\.(json|md)$/.test(entry.name) && entry.name !== 'README.md')
		.map((entry) => relative(root, join(entry.parentPath, entry.name)))
		.toSorted()
	return new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const)))
}

/** With what was edited in CONTENT_DIR in place of the origin. */
async function withEdits(sources: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
	const read = async ([file, source]: [string, string]) => {
		const edited = findEdited(file)
		return [file, edited === null ? source : await readFile(edited, 'utf8')] as const
	}
	return new Map(await Promise.all([...sources].map(read)))
}

function checkSources(sources: ReadonlyMap<string, string>): FileIssue[] {
	const own = [...sources].flatMap(([file, source]) =>
		[...checkShape(file, source), ...checkReferences(file, source, sources), ...checkOwnName(file, source, sources)].map((issue) => ({
			file,
			...issue,
		})),
	)
	return [
		...own,
		...checkArticles(sources),
		...checkDocuments(sources),
		...checkTracks(sources),
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

const checkShape = oncePerSource((file, source): ContentIssue[] => {
	const lesson = LESSON_FILE.exec(file)
	if (lesson) {
		const parsed = parseLesson(source, { moduleId: Number(lesson[1]), id: lesson[2] ?? '' })
		return parsed.ok ? [] : parsed.issues
	}
	const track = TRACK_FILE.exec(file)
	if (track) {
		const parsed = parseLesson(source, { moduleId: CAREER_PATH_ID, id: track[2] ?? '' })
		return parsed.ok ? [] : parsed.issues
	}
	const article = ARTICLE_FILE.exec(file)
	if (article) {
		const parsed = parseArticle(source, article[1] ?? '')
		return parsed.ok ? [] : parsed.issues
	}

	const document = DOCUMENT_FILE.exec(file)
	if (document) {
		const parsed = parseLibraryDocument(document[1] ?? '', source)
		return parsed.ok ? [] : parsed.issues
	}

	if (LEGAL_FILE.test(file)) {
		const parsed = parseLegal(source)
		return parsed.ok ? [] : parsed.issues
	}

	const known = SCHEMAS.find((candidate) => candidate.file.test(file))
	if (!known) return [{ line: 1, message: 'no schema knows this file; add it to scripts/check-content.ts' }]
	if (file.endsWith('.json') && !isJson(source)) return [{ line: 1, message: 'is not valid JSON' }, ...issuesOf(source, known.schema)]
	return issuesOf(source, known.schema)
})

function issuesOf(source: string, schema: z.ZodType): ContentIssue[] {
	const parsed = parseLocated(source, schema)
	return parsed.ok ? [] : parsed.issues
}

function isJson(source: string): boolean {
	try {
		JSON.parse(source)
		return true
	} catch {
		return false
	}
}

/** What a file names elsewhere: paths of this site, lessons, downloads, claims, testimonials. */
function checkReferences(file: string, source: string, sources: ReadonlyMap<string, string>): ContentIssue[] {
	const folder = /^course\/module-\d+/.exec(file)?.[0]
	const modules = listModules(sources)
	const idsOf = (other: string) =>
		new Set(readReferences(other, sources.get(other) ?? '').flatMap(({ key, value }) => (key === 'id' ? [value] : [])))

	const brand = readReferences('site.json', sources.get('site.json') ?? '').find(({ key }) => key === 'name')?.value

	return readReferences(file, source).flatMap(({ key, value, line }) => {
		if (brand && file !== 'site.json' && value.includes(brand))
			return [{ line, message: `the brand stands in site.json alone; write {brand}` }]
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

if (import.meta.main) {
	const root = fileURLToPath(new URL('../content', import.meta.url))
	const sources = await withEdits(await readSources(root, courseFolder))
	const media = await readdir(join(root, '../public/media')).catch(() => [])
	const issues = [...checkSources(sources), ...checkMedia(sources, new Set(media))]
	const inCode = await checkCode(join(root, '..'))
	// It counts what its readers accept, and they accept no file with a fault: faults are named first.
	const uncarried = issues.length > 0 ? [] : (await import('#content/count-claims.ts')).findUncarriedClaims()
	for (const message of uncarried) console.error(message)
	for (const { file, line, message } of issues) console.error(`content/${file}:${line}: ${message}`)
	for (const { file, line, message } of inCode) console.error(`${file}:${line}: ${message}`)
	if (issues.length + inCode.length + uncarried.length > 0) process.exitCode = 1
	else
		console.log(
			`${printCourse(countCourse(sources), countTracks(sources))}\n\ncontent: every file fits its schema and every link leads somewhere`,
		)
}
