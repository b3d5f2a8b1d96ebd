import { findMultilineObjects } from '#content/find-open.ts'
import { printJson } from '#content/print-json.ts'
import { fileAddress } from '#contracts/console-paths.ts'
import type { SavedDraft } from '#server/console/shell/answer-autosave.ts'
import { type ConsoleActionRequest, FormRefused, type Fields } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { withoutBlanks } from './blanks.ts'
import { diffFile } from './diff-edits.ts'
import { finishExercises, mergeExercises } from './exercise-fields.ts'
import { nameEntry } from './field-words.ts'
import { type ContentFile, requireFile, toSlug } from './files.ts'
import { isHeadingFontFile, readFontUpload } from './heading-font.ts'
import type { FormPart } from './json-form.ts'
import { keepFormerAddress, keepFormerAddressInText } from './keep-former-address.ts'
import { diffLines, truncateLines } from './line-diff.ts'
import { moveRightAnswers, nameQuestions, writeMarkdownFile } from './markdown-file.ts'
import { parseAmounts } from './money-fields.ts'
import { countFaults } from './present-markdown.ts'
import { canBeForm, type Editing, presentEditing, type ShownEditing } from './read-editor.ts'
import { isObject, type Json, type JsonObject, jsonSchemaOf, readForm, editList, zodSchemaOf } from './read-form.ts'
import { prepareToRename } from './rename-section.ts'
import { readNewestAndLive, readVersion, saveDraft, versionText, type Version, logSaved } from './versions.ts'

/** Hides the empty short name of a new list entry: saving derives it from the entry's name. */
const withoutShortName = (part: FormPart): FormPart =>
	part.is === 'text' && part.value === '' && /\/\d+\/id$/.test(part.name)
		? { is: 'absent', id: part.id, label: part.label, commands: [], hidden: { name: part.name, value: '' } }
		: part

/** Removes the errors from a form that hasn't been submitted: empty fields aren't wrong yet. */
export function withoutFaults(form: FormPart): FormPart {
	const { fault: _, ...part } = form
	return 'parts' in part ? { ...part, parts: part.parts.map(withoutFaults) } : withoutShortName(part)
}

function nameOne(entry: Json, taken: Set<string>): Json {
	const named = fillShortNames(entry)
	const name = isObject(named) && named.id === '' ? nameEntry(named) : undefined
	// A name without Latin letters results in no slug.
	const slug = name === undefined ? null : (toSlug(name) ?? 'entry')
	if (!isObject(named) || slug === null) return named
	let id = slug
	for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`
	taken.add(id)
	return { ...named, id }
}

/** Fills in missing IDs of list entries. Existing IDs are kept, because pages may refer to them. */
export function fillShortNames(value: Json): Json {
	if (Array.isArray(value)) {
		const taken = new Set(value.flatMap((entry) => (isObject(entry) && typeof entry.id === 'string' ? entry.id : [])))
		return value.map((entry) => nameOne(entry, taken))
	}
	return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillShortNames(each)])) : value
}

const MAX_LETTERS = 200_000
/** Maximum bytes of a form: leaves space for `MAX_LETTERS` UTF-16 units, each up to nine bytes in URL encoding. */
export const MAX_FORM_LENGTH = 2 * 1024 * 1024

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const isSaved = (typed: Fields) => (typed.do ?? 'save') === 'save'

/** Normalizes a typed text for its file: LF line endings, a final newline, no NUL. */
const toText = (typed: string) => `${typed.replaceAll('\r\n', '\n').replaceAll('\0', '').trimEnd()}\n`

/** Returns the text that the edit is based on: the base version, or the latest one if an autosave has replaced it. */
async function readBase({ ctx: { db } }: ConsoleActionRequest, file: ContentFile, base: string): Promise<string> {
	const version = base === '' ? undefined : await readVersion(db, base)
	if (base === '' || version?.path === file.path) return versionText(version ?? null, file)
	return versionText((await readNewestAndLive(db, file.path)).newest, file)
}

async function readTyped(
	request: ConsoleActionRequest,
	{ file, base }: Pick<Editing, 'file' | 'base'>,
	typed: Fields,
): Promise<Pick<Editing, 'text' | 'shown' | 'isText'>> {
	if (isHeadingFontFile(file.path)) return { text: await readFontUpload(request), isText: false }
	if (typed.as === 'text') return { text: await keepFormerAddressInText(request.ctx.db, file.path, toText(typed.text ?? '')), isText: true }
	const shape = jsonSchemaOf(file.path)
	if (typed.as === 'markdown') {
		const [fields, command] = [readForm(typed), typed.do ?? '']
		const read = moveRightAnswers(fields, editList(shape, fields, command), command)
		const value = await keepFormerAddress(request.ctx.db, file.path, isObject(read) ? nameQuestions(read) : {})
		const body = mergeExercises(toText(typed.text ?? ''), typed)
		const before = await readBase(request, file, base)
		const shown = writeMarkdownFile(before, { value, body })
		if (!isSaved(typed)) return { text: shown, isText: false }
		const finished = nameQuestions(withoutBlanks(zodSchemaOf(file.path), value) as JsonObject, true)
		const text = writeMarkdownFile(before, { value: finished, body: finishExercises(body) })
		return { text, isText: false, ...(typed.do === undefined && { shown }) }
	}
	const open = findMultilineObjects(file.origin)
	// `do` has the command. Commands and hidden fields have no path, so `readForm` ignores them.
	const read = editList(shape, parseAmounts(shape, readForm(typed)), typed.do ?? '')
	const value = isSaved(typed) ? fillShortNames(withoutBlanks(zodSchemaOf(file.path), read)) : read
	return { text: printJson(value, (place) => open.has(place)), isText: false }
}

type Conflicted = Parameters<typeof presentEditing>[2]

async function nameAuthor({ ctx: { db }, by }: ConsoleActionRequest, { author_id: id }: Version): Promise<string> {
	if (id === by.userId) return 'You'
	const author = id === null ? undefined : await db.selectFrom('auth.users').select('email').where('id', '=', id).executeTakeFirst()
	return author?.email ?? 'Someone'
}

async function presentConflict(request: ConsoleActionRequest, editing: Editing, theirs: Version) {
	const text = versionText(theirs, editing.file)
	const by = await nameAuthor(request, theirs)
	const changed = { ...diffFile(editing.file.path, text, editing.text), lines: diffLines(text, editing.text) }
	const conflict: Conflicted = { by, at: theirs.created_at, changed, text: truncateLines(text) }
	return presentEditing(request, { ...editing, base: theirs.id }, conflict)
}

const refuseConflict = async (request: ConsoleActionRequest, editing: Editing, theirs: Version) =>
	new FormRefused(
		await presentConflict(request, editing, theirs),
		'conflict',
		'content_changed',
		`${theirs.author_id === request.by.userId ? 'You saved another version in another tab or browser' : 'Someone saved another version in the meantime'}, so this one wasn’t saved.`,
	)

export async function readEditing(request: ConsoleActionRequest, typed: Fields): Promise<Editing> {
	const file = requireFile(typed.path)
	const base = ID.test(typed.base ?? '') ? (typed.base ?? '') : ''
	return { file, base, ...(await readTyped(request, { file, base }, typed)) }
}

export type AutosaveResponse = SavedDraft & { editing: ShownEditing }

/**
 * Responds with the form's new state: errors at their fields, or both texts after a conflict (409).
 * @throws ServiceError content_too_long (422)
 */
export async function autosaveFile(request: ConsoleActionRequest, typed: Fields) {
	const { ctx, by, c } = request
	const editing = await readEditing(request, typed)
	if (editing.text.length > MAX_LETTERS)
		throw new ServiceError('unprocessable', 'content_too_long', 'This text is too long, so it wasn’t saved.')
	// The Save button saves through the autosave, too.
	const editor = typed.do === 'save' ? 'button' : 'autosave'
	const rename = editor === 'button' ? await prepareToRename(request, editing) : null
	const outcome = await saveDraft(ctx, { file: editing.file, text: editing.text, authorId: by.userId, editor }, editing.base)
	const at = ctx.now()
	if ('theirs' in outcome)
		return c.json(
			{ base: outcome.theirs.id, at, editing: await presentConflict(request, editing, outcome.theirs) } satisfies AutosaveResponse,
			409,
		)
	// Consecutive autosaves count as one edit, so only the first is logged.
	if (outcome.saved && !outcome.replaced) await logSaved(request, outcome.saved, editing.base)
	const isRenamed = (await rename?.(editing.text)) === true
	const base = outcome.newest?.id ?? ''
	const shown = whileWriting(await presentEditing(request, { ...editing, base }))
	return c.json({ base, at, editing: shown, isRenamed } satisfies AutosaveResponse)
}

/** Hides the errors at fields: an entry that was just added is empty, but not wrong yet. */
function withoutFieldFaults(shown: ShownEditing): ShownEditing {
	const { input } = shown
	const faults = { count: 0, shown: [] }
	if (input.is === 'form') return { ...shown, faults, input: { ...input, form: withoutFaults(input.form) } }
	if (input.is !== 'markdown') return shown
	const tabs = input.tabs.map((tab) => ({ ...tab, parts: tab.parts.map(withoutFaults), faults: 0 }))
	return { ...shown, faults, input: { ...input, head: input.head.map(withoutFaults), tabs } }
}

/** Matches IDs of fields in list entries, such as `f-quiz-0-question`. */
const IN_ENTRY = /-\d+(?:-|$)/

function withoutEmptyFaults(part: FormPart): FormPart {
	if ('parts' in part) return { ...part, parts: part.parts.map(withoutEmptyFaults) }
	const isEmpty = 'value' in part && part.value === '' && IN_ENTRY.test(part.id)
	return isEmpty ? { ...part, fault: undefined } : part
}

const countAll = (parts: readonly FormPart[]): number => parts.reduce((sum, part) => sum + countFaults(part), 0)

/** Hides the errors of empty fields in list entries: a question whose answers haven't been written yet isn't wrong. */
function whileWriting(shown: ShownEditing): ShownEditing {
	const { input } = shown
	if (input.is !== 'markdown') return shown
	const tabs = input.tabs.map((tab) => {
		const parts = tab.parts.map(withoutEmptyFaults)
		return { ...tab, parts, faults: countAll(parts) }
	})
	if (tabs.every(({ faults }, index) => faults === input.tabs[index]?.faults)) return shown
	const count = countAll([...input.head, ...tabs.flatMap(({ parts }) => parts)]) + input.textFaults.length
	return { ...shown, faults: { count, shown: [] }, input: { ...input, tabs } }
}

/** @throws FormRefused content_too_long, not_saved_yet (422), content_changed (409); ServiceError font_unusable (422) */
export async function saveFile(request: ConsoleActionRequest, typed: Fields) {
	const editing = await readEditing(request, typed)
	const { file, base } = editing
	if (editing.text.length > MAX_LETTERS) {
		const message = 'This text is too long, so it wasn’t saved.'
		throw new FormRefused(await presentEditing(request, editing), 'unprocessable', 'content_too_long', message)
	}
	if (!isSaved(typed)) {
		const message = 'Changed in the form, not saved yet.'
		throw new FormRefused(withoutFieldFaults(await presentEditing(request, editing)), 'unprocessable', 'not_saved_yet', message)
	}

	const draft = { file, text: editing.text, authorId: request.by.userId, editor: 'button', isOverOther: typed.over === base } as const
	const rename = await prepareToRename(request, editing)
	const outcome = await saveDraft(request.ctx, draft, base)
	if ('theirs' in outcome) throw await refuseConflict(request, editing, outcome.theirs)
	if (outcome.saved) await logSaved(request, outcome.saved, editing.base)
	const as = editing.isText && canBeForm(file.path, editing.text) ? '&as=text' : ''
	const notice = (await rename(editing.text)) ? 'content-renamed' : outcome.saved ? 'content-saved' : 'content-unchanged'
	return request.c.redirect(`${fileAddress(file.path)}${as}&notice=${notice}`, 303)
}
