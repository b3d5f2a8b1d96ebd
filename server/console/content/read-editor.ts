import path from 'node:path'

import { checkFile, findContentSchema, isJson, MODULE_FILE } from '#content/check-file.ts'
import { FURTHER_COURSE_FILE } from '#content/json-files.ts'
import type { Content } from '#content/load-content.server.ts'
import { OWN_PAGE_FILE, parseOwnPage } from '#content/own-pages.ts'
import { CourseSchema } from '#content/schema/course.ts'
import { FurtherCourseSchema } from '#content/schema/further-course.ts'
import { ModuleSchema } from '#content/schema/module.ts'
import { BRAND_UPLOADS, consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'

import type { FormatChoices } from './check-boxes.ts'
import { canDelete, readDeletion } from './delete-text.ts'
import type { diffFile } from './diff-edits.ts'
import { type ContentFile, listShippedPaths, requireFile, fileTitle, listFiles, nameModulePage } from './files.ts'
import { type ListedSection, findNameInLists, findSection } from './find-listed.ts'
import { withQuery } from './frame-page.ts'
import { isHeadingFontFile } from './heading-font.ts'
import { type Faults, presentForm } from './json-form.ts'
import { sectionAddress } from './lesson-pages.ts'
import { diffLines, type LineDiff } from './line-diff.ts'
import { listValues } from './list-values.ts'
import { readMarkdownFile } from './markdown-file.ts'
import { formatAmountFields } from './money-fields.ts'
import { newLesson } from './new-file-template.ts'
import { listFieldChoices } from './offer-contents.ts'
import { listSitePages, PREVIEW_PAGES } from './page-addresses.ts'
import { countFaults, presentMarkdown } from './present-markdown.ts'
import { faultsOfValue, type Json, jsonSchemaOf } from './read-form.ts'
import { readNoticeUndo } from './read-notice-undo.ts'
import { hasScheduledDraft, isOriginNew, readNewestAndLive, versionText, type Version } from './versions.ts'

type Part = { title: string; path: string }

function findParts(file: string, text: string): { heading: string; parts: Part[] } | null {
	const data: unknown = isJson(text) ? JSON.parse(text) : null
	const schema = file === 'course/course.json' ? CourseSchema : FURTHER_COURSE_FILE.test(file) ? FurtherCourseSchema : null
	const course = schema?.safeParse(data)
	if (course?.success) {
		const isMain = schema === CourseSchema
		const parts = course.data.modules.map(({ id, title }, index) => ({
			title: `${isMain ? id : index + 1}: ${title}`,
			path: `course/module-${id}/module.json`,
		}))
		return { heading: 'Modules', parts }
	}
	const [, module] = MODULE_FILE.exec(file) ?? []
	const page = module === undefined ? null : ModuleSchema.safeParse(data)
	if (!page?.success) return null
	const parts = page.data.sections.map(({ id, title, lessonId }) => ({
		title,
		path: `course/module-${module}/lessons/${lessonId ?? id}.md`,
	}))
	return { heading: 'Lessons', parts }
}

/**
 * Lists the modules of a course, or the sections of a module. The link of a lesson without a text creates the text.
 * @returns null for any other file and for an invalid one
 */
function listParts(file: string, text: string) {
	const found = findParts(file, text)
	if (!found) return null
	const known = new Set(listFiles().map(({ path }) => path))
	return { heading: found.heading, parts: found.parts.map((part) => ({ ...part, isInOrigin: known.has(part.path) })) }
}

const FAULTS_SHOWN = 30

const LANGUAGES: Record<string, string> = {
	'.md': 'Text (Markdown)',
	'.json': 'Text (JSON)',
	'.svg':
		'Drawing (SVG): a viewBox that is square or up to 4 times as wide as it’s tall, and shapes only. Colors such as var(--accent) and var(--ink) follow light and dark mode',
}

/** Returns the schema errors of a file's value by field path, such as `/offers/0/code`. */
export function faultsOf(file: string, value: Json): Faults {
	const toWords = (message: string) => (message.startsWith('Invalid input: expected number') ? 'must be a number' : message)
	return new Map([...faultsOfValue(findContentSchema(file), value)].map(([place, messages]) => [place, messages.map(toWords)]))
}

function listFaults(content: Content, file: string, text: string) {
	const faults = checkFile(file, content.fillFile(file, text))
	const lines = text.split('\n')
	const shown = faults.slice(0, FAULTS_SHOWN)
	return {
		count: faults.length,
		shown: shown.map(({ line, message }) => ({ line, message, code: (lines[line - 1] ?? '').trim().slice(0, 120) })),
	}
}

export type Editing = {
	file: ContentFile
	/** Text as typed, saved or not. */
	text: string
	/** Text to show in the form, if it differs: it also has entries that are still empty. */
	shown?: string
	/** ID of the version this edit is based on; '' for the file as shipped. */
	base: string
	isText: boolean
}

/** `by`: email address of the person who saved the other version, or a description. */
export type EditConflict = { by: string; at: Date; changed: ReturnType<typeof diffFile> & { lines: LineDiff }; text: string }

function presentInput(content: Content, { file, text, shown, isText }: Editing, lists: FormatChoices) {
	if (isText || isHeadingFontFile(file.path))
		return { is: 'text', text: isHeadingFontFile(file.path) ? '' : text, label: LANGUAGES[path.extname(file.path)] ?? 'Text' } as const
	const markdown = presentMarkdown(content, { ...file, lists, saved: text }, shown ?? text)
	if (markdown) return markdown
	const value = JSON.parse(text) as Json
	const shape = jsonSchemaOf(file.path)
	const printed = formatAmountFields(shape, value)
	const form = presentForm({ path: '', label: file.title, shape, value: printed, faults: faultsOf(file.path, value), lists })
	return { is: 'form', form } as const
}

function countFaultsOf(input: ReturnType<typeof presentInput>): number {
	if (input.is === 'form') return countFaults(input.form)
	if (input.is !== 'markdown') return 0
	const parts = [...input.head, ...input.tabs.flatMap((tab) => tab.parts)]
	return parts.reduce((sum, part) => sum + countFaults(part), input.textFaults.length)
}

export async function presentEditing(request: ConsoleRequest, editing: Editing, conflict: EditConflict | null = null) {
	const { content } = request.ctx
	const { path: file } = editing.file
	const faults = listFaults(content, file, editing.text)
	const input = presentInput(content, editing, await listFieldChoices(request, file))
	return {
		base: editing.base,
		// The list of faults lacks references to other files, which are checked at their fields.
		faults: { ...faults, count: Math.max(faults.count, countFaultsOf(input)) },
		input,
		values: listValues(content, file),
		conflict,
	}
}

export type ShownEditing = Awaited<ReturnType<typeof presentEditing>>

function stateOf(newest: Version | null): 'original' | 'draft' | 'published' {
	if (newest?.published_at === null) return 'draft'
	return newest?.body == null ? 'original' : 'published'
}

function pageOf(file: string, text: string, section: ListedSection | null): string | null {
	const own = OWN_PAGE_FILE.test(file) ? parseOwnPage(text, file) : null
	if (own?.ok) return own.value.isPublic ? own.value.address : null
	const page = PREVIEW_PAGES[file]
	if (page !== undefined) return page
	if (section) return sectionAddress(section.moduleId, section.id)
	const [, folder = '', track = '', name = ''] = /^(articles|legal|tracks)\/(?:([a-z0-9-]+)\/)?([a-z0-9-]+)\.md$/.exec(file) ?? []
	if (folder === 'tracks') return paths.careerLesson(track, name)
	return folder === 'articles' ? paths.article(name) : folder === 'legal' ? `/${name}` : null
}

/** URL of a file's preview: its own page, or the list of pages that its draft changes. */
function previewOf(file: string, page: string | null, isDraft: boolean): string | null {
	if (page === null && !isDraft) return null
	const query = new URLSearchParams({ ...(page !== null && { page }), ...(isDraft && { drafts: file }) })
	return `${consolePaths.contentSite}?${query.toString()}`
}

/** URL of the public page, which is known to be valid: typed text replaces its body. */
function liveFrameOf(file: string): string | null {
	const page = PREVIEW_PAGES[file]
	return page === undefined ? null : withQuery(`${consolePaths.contentSiteFiles}${page}`, { mode: 'edit', drafts: { file: '' } })
}

export const canBeForm = (file: string, text: string): boolean =>
	file.endsWith('.json') ? isJson(text) : readMarkdownFile(file, text) !== null

/** Reads the editor of a file: `?path=`, and `?as=text` to edit it as text. */
export async function readEditor(request: ConsoleRequest) {
	const {
		ctx,
		url: { searchParams },
	} = request
	const { db } = ctx
	const file = requireFile(searchParams.get('path') ?? undefined)
	// The logos can also be edited as text, but the font can't.
	if (BRAND_UPLOADS.includes(file.path) && (isHeadingFontFile(file.path) || searchParams.get('as') !== 'text'))
		// oxlint-disable-next-line typescript/only-throw-error -- React Router follows a thrown redirect
		throw new Response(null, { status: 303, headers: { location: fileAddress(file.path) } })
	const { newest, live } = await readNewestAndLive(db, file.path)
	const section = await findSection(db, file.path)
	// An unwritten lesson starts with the title from its module.
	const hasOrigin = listShippedPaths().includes(file.path)
	const isNew = newest === null && section !== null && !hasOrigin
	const text = isNew ? newLesson(section.title) : versionText(newest, file)
	const hasForm = canBeForm(file.path, text)
	const isText = searchParams.get('as') === 'text' || !hasForm
	const isDeleted = newest !== null && text === '' && canDelete(file.path)
	const [otherName, isModule] = [await findNameInLists(request, { path: file.path, text, section }), MODULE_FILE.test(file.path)]
	return {
		file: {
			path: file.path,
			title:
				isModule && otherName
					? nameModulePage(otherName.title)
					: fileTitle(file.path, isDeleted ? versionText(live, file) || file.origin : text),
		},
		state: stateOf(newest),
		savedAt: newest?.created_at ?? null,
		/** Frame that previews typed text on the page; null if the file has no page. */
		live: liveFrameOf(file.path),
		preview: previewOf(file.path, pageOf(file.path, text, section), newest?.published_at === null),
		/** Name of the lesson or module in lists, if it differs from the title. */
		otherName: otherName && { ...otherName, isModule },
		sitePages: listSitePages(ctx.content),
		isText,
		hasForm,
		editing: await presentEditing(request, { file, text, base: newest?.id ?? '', isText }),
		parts: listParts(file.path, text),
		diffs: newest && {
			draft: newest.published_at === null ? diffLines(versionText(live, file), text) : null,
			origin: hasOrigin ? diffLines(file.origin, text) : null,
			upgrade: hasOrigin && isOriginNew(newest, file) ? diffLines(newest.origin, file.origin) : null,
		},
		/** Newest version, which discarding the draft or restoring the original would replace; null if there is none. */
		base: newest?.id ?? null,
		canDiscard: newest?.published_at === null && (live !== null || hasOrigin) && !(await hasScheduledDraft(db, file.path)),
		canDelete: canDelete(file.path) && !isDeleted && (newest !== null || hasOrigin),
		/** Data for the delete confirmation; null unless the page asks for it. */
		deletion: isDeleted ? null : await readDeletion(request, file.path),
		isDeleted,
		/** The section of the module that shows this lesson; null for other files. */
		section,
		canRestore: hasOrigin && live?.body != null,
		noticeUndo: await readNoticeUndo(request),
	}
}
