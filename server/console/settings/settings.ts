import { isDeepStrictEqual } from 'node:util'

import { findMultilineObjects } from '#content/find-open.ts'
import { printJson } from '#content/print-json.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { findFile, requireFile } from '#server/console/content/files.ts'
import { replaceHiddenLinks } from '#server/console/content/hidden-links.ts'
import { type FormPart, presentForm } from '#server/console/content/json-form.ts'
import { parseAmounts, formatAmountFields } from '#server/console/content/money-fields.ts'
import { listFieldChoices } from '#server/console/content/offer-contents.ts'
import { faultsOf } from '#server/console/content/read-editor.ts'
import { jsonSchemaOf, isObject, type Json, readForm, editList } from '#server/console/content/read-form.ts'
import { requireJson } from '#server/console/content/require-json.ts'
import { rewriteFiles } from '#server/console/content/rewrite-files.ts'
import { fillShortNames, MAX_FORM_LENGTH, withoutFaults } from '#server/console/content/save-file.ts'
import { readNewestAndLive, readVersion, saveDraft, type Version, logSaved } from '#server/console/content/versions.ts'
import { type ConsoleActionRequest, FormRefused, type Fields } from '#server/console/shell/console-request.ts'
import { action, actionAfterCall, fileRoute, guardedActionAfterCall, uploadRoute } from '#server/console/shell/route.ts'
import { isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { listSoldCodes } from '#server/services/commerce/offers/sold-codes.ts'

import { getRestartStatus, removeConnection, saveConnection } from './connections.ts'
import { hasDroppedRegularPrice } from './drop-regular-price.ts'
import { mergeSettingsPart, presentSettingsPart, shapeOfSettingsPart, pickSettingsPart } from './part-form.ts'
import { findOldNames, findRenamed, renameInText } from './rename.ts'
import { checkService, sendTestMail } from './service-checks.ts'
import { type SettingsPart, requireSubject, SETTINGS_SUBJECTS } from './subjects.ts'

/** True if someone else has changed these settings. Changes to other settings of the file don't count; they are kept. */
async function isOutdated(
	{ ctx }: ConsoleActionRequest,
	part: SettingsPart,
	{ base, newest }: { base: string; newest: Version | null },
): Promise<boolean> {
	if ((newest?.id ?? '') === base) return false
	const file = requireFile(part.file)
	const seen = isUuid(base) ? ((await readVersion(ctx.db, base)) ?? null) : null
	const own = (version: Version | null) => pickSettingsPart(part, requireJson(version, file))
	return !isDeepStrictEqual(own(seen), own(newest))
}

const hiddenPagesOf = (site: Json) => (isObject(site) ? site.hiddenPages : undefined)

const requirePart = (subject: string | undefined, id: string | undefined): SettingsPart => {
	const part = requireSubject(subject).parts.find((each) => each.id === id)
	if (!part) throw new ServiceError('not-found', 'settings_not_found', 'We can’t find that settings page.')
	return part
}

/** Returns the whole file with the values of a submitted form. */
function readTyped(part: SettingsPart, before: Json, typed: Fields): Json {
	const shape = shapeOfSettingsPart(part)
	const merged = mergeSettingsPart(part, before, editList(shape, parseAmounts(shape, readForm(typed)), typed.do ?? ''))
	return part.completed?.(before, merged) ?? merged
}

/**
 * Saves one form of a settings page as a draft. With `renames`, a new name also replaces the old one in all other texts.
 * @throws FormRefused not_saved_yet, settings_faulty (422), content_changed (409)
 */
export async function saveSettings(request: ConsoleActionRequest, typed: Fields) {
	const subject = request.params.subject ?? ''
	const part = requirePart(subject, typed.part)
	const file = requireFile(part.file)
	const { newest } = await readNewestAndLive(request.ctx.db, part.file)
	const before = requireJson(newest, file)
	const value = readTyped(part, before, typed)
	const base = typed.base ?? ''
	const lists = await listFieldChoices(request, part.file)
	const sold = await listSoldCodes(request.ctx.db, request.ctx.content.offers)
	const shown = presentSettingsPart(part, value, { base, lists, content: request.ctx.content, saved: before, sold })
	if ((typed.do ?? 'save') !== 'save') {
		const message = 'Changed in the form, not saved yet.'
		throw new FormRefused({ ...shown, form: withoutFaults(shown.form) }, 'unprocessable', 'not_saved_yet', message)
	}
	if (shown.faults > 0) {
		const count = shown.faults === 1 ? 'one field' : `${shown.faults} fields`
		throw new FormRefused(shown, 'unprocessable', 'settings_faulty', `Not saved. Fix ${count}.`)
	}
	if (await isOutdated(request, part, { base, newest })) {
		const words =
			'Someone changed these settings in the meantime, so yours weren’t saved. Saving again replaces theirs; the history keeps both.'
		throw new FormRefused({ ...shown, base: newest?.id ?? '' }, 'conflict', 'content_changed', words)
	}
	const open = findMultilineObjects(file.origin)
	const written = printJson(value, (place) => open.has(place))
	const names = findRenamed(part.names ?? [], before, value)
	const old = typed.renames === 'yes' ? await findOldNames(request.ctx, names, { file: part.file, text: written }) : []
	const text = old.includes(part.file) ? renameInText(part.file, written, names) : written
	const outcome = await saveDraft(request.ctx, { file, text, authorId: request.by.userId }, newest?.id ?? '')
	if ('theirs' in outcome) throw new ServiceError('conflict', 'content_changed', 'Someone saved these settings a moment ago. Try again.')
	await rewriteFiles(request, {
		files: old.filter((each) => each !== part.file),
		becauseOf: part.file,
		rewrite: (each, before) => renameInText(each, before, names),
	})
	if (outcome.saved) await logSaved(request, outcome.saved, newest?.id)
	if (typed.links_to && !isDeepStrictEqual(hiddenPagesOf(before), hiddenPagesOf(value))) {
		const changed = await replaceHiddenLinks(request, { to: typed.links_to, field: 'links_to' })
		if (changed > 0) return request.c.redirect(`${consolePaths.settings}/${subject}?notice=pages-turned-off`, 303)
	}
	const done =
		part.id === 'zone'
			? 'zone-saved'
			: old.length > 0
				? 'name-saved'
				: hasDroppedRegularPrice(before, value)
					? 'regular-price-dropped'
					: 'settings-saved'
	return request.c.redirect(`${consolePaths.settings}/${subject}?notice=${outcome.saved ? done : 'content-unchanged'}`, 303)
}

const listFaults = (part: FormPart): [string, string][] => [
	...(part.fault === undefined ? [] : [[part.id, part.fault] as [string, string]]),
	...('parts' in part ? part.parts.flatMap(listFaults) : []),
]

async function formOfPart(request: ConsoleActionRequest, part: SettingsPart, typed: Fields): Promise<FormPart> {
	const { newest } = await readNewestAndLive(request.ctx.db, part.file)
	const before = requireJson(newest, requireFile(part.file))
	const value = readTyped(part, before, typed)
	const lists = await listFieldChoices(request, part.file)
	return presentSettingsPart(part, value, { base: '', lists, content: request.ctx.content, saved: before }).form
}

async function formOfFile(request: ConsoleActionRequest, file: string, typed: Fields): Promise<FormPart | null> {
	if (!file.endsWith('.json') || !findFile(file)) return null
	const shape = jsonSchemaOf(file)
	const value = fillShortNames(parseAmounts(shape, readForm(typed)))
	const lists = await listFieldChoices(request, file)
	return presentForm({ path: '', label: '', shape, value: formatAmountFields(shape, value), faults: faultsOf(file, value), lists })
}

/** Validates a form while it is edited. Saves nothing. */
async function checkFields(request: ConsoleActionRequest, typed: Fields) {
	const part = SETTINGS_SUBJECTS.flatMap(({ parts }) => parts).find(({ id }) => id === typed.part)
	const form = part ? await formOfPart(request, part, typed) : await formOfFile(request, typed.path ?? '', typed)
	return request.c.json({ faults: form ? Object.fromEntries(listFaults(form)) : {} })
}

export const settingsRoutes = [
	fileRoute(`${consolePaths.settings}/:subject/restart`, 'operator', getRestartStatus),
	uploadRoute(`${consolePaths.settings}/:subject`, MAX_FORM_LENGTH, saveSettings),
	uploadRoute(consolePaths.contentCheck, MAX_FORM_LENGTH, checkFields),
	action(`${consolePaths.settings}/mail/test`, 'operator', sendTestMail),
	actionAfterCall(`${consolePaths.settings}/:subject/check`, 'operator', checkService),
	guardedActionAfterCall(`${consolePaths.settings}/:subject/connect`, saveConnection),
	guardedActionAfterCall(`${consolePaths.settings}/:subject/disconnect`, removeConnection),
]
