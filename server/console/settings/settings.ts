import { consolePaths } from '#contracts/console-paths.ts'
import { findFile, requireFile } from '#server/console/content/files.ts'
import { type FormPart, presentForm } from '#server/console/content/json-form.ts'
import { jsonSchemaOf } from '#server/console/content/json-schema.ts'
import { parseAmounts, printAmounts } from '#server/console/content/money-fields.ts'
import { listChoices } from '#server/console/content/offer-contents.ts'
import { faultsOf } from '#server/console/content/read-editor.ts'
import { readForm } from '#server/console/content/read-form.ts'
import { requireJson } from '#server/console/content/require-json.ts'
import { MAX_FORM_LENGTH, fillShortNames } from '#server/console/content/save-file.ts'
import { readNewestAndLive } from '#server/console/content/versions.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { action, actionAfterCall, guardedActionAfterCall, fileRoute, reactPage, upload } from '#server/console/shell/route.ts'

import { getRestartStatus, removeConnection, saveConnection } from './connections.ts'
import { mergePart, presentPart, shapeOfPart } from './part-form.ts'
import { saveSettings } from './save-settings.ts'
import { checkService, sendTestMail } from './service-checks.ts'
import { type Part, SUBJECTS } from './subjects.ts'

type Typed = Readonly<Record<string, string>>

const listFaults = (part: FormPart): [string, string][] => [
	...(part.fault === undefined ? [] : [[part.id, part.fault] as [string, string]]),
	...('parts' in part ? part.parts.flatMap(listFaults) : []),
]

async function formOfPart(request: ConsoleActionRequest, part: Part, typed: Typed): Promise<FormPart> {
	const { newest } = await readNewestAndLive(request.ctx.db, part.file)
	const before = requireJson(newest, requireFile(part.file))
	const value = mergePart(part, before, parseAmounts(shapeOfPart(part), readForm(typed)))
	return presentPart(part, value, { base: '', lists: await listChoices(request, part.file), content: request.ctx.content }).form
}

function formOfFile(file: string, typed: Typed): FormPart | null {
	if (!file.endsWith('.json') || !findFile(file)) return null
	const shape = jsonSchemaOf(file)
	const value = fillShortNames(parseAmounts(shape, readForm(typed)))
	return presentForm({ path: '', label: '', shape, value: printAmounts(shape, value), faults: faultsOf(file, value) })
}

/** Validates a form while it is edited. Saves nothing. */
async function checkFields(request: ConsoleActionRequest, typed: Typed) {
	const part = SUBJECTS.flatMap(({ parts }) => parts).find(({ id }) => id === typed.part)
	const form = part ? await formOfPart(request, part, typed) : formOfFile(typed.path ?? '', typed)
	return request.c.json({ faults: form ? Object.fromEntries(listFaults(form)) : {} })
}

export const settingsRoutes = [
	reactPage(consolePaths.settings, 'operator'),
	fileRoute(`${consolePaths.settings}/:subject/restart`, 'operator', getRestartStatus),
	reactPage(`${consolePaths.settings}/:subject`, 'operator'),
	upload(`${consolePaths.settings}/:subject`, MAX_FORM_LENGTH, saveSettings),
	upload(consolePaths.contentCheck, MAX_FORM_LENGTH, checkFields),
	action(`${consolePaths.settings}/mail/test`, 'operator', sendTestMail),
	actionAfterCall(`${consolePaths.settings}/:subject/check`, 'operator', checkService),
	guardedActionAfterCall(`${consolePaths.settings}/:subject/connect`, saveConnection),
	guardedActionAfterCall(`${consolePaths.settings}/:subject/disconnect`, removeConnection),
]
