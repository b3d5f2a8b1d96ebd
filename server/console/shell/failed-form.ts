import { consolePaths } from '#contracts/console-paths.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { presentError } from '#server/http/react/answer-by-react.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { FormRefused } from './console-request.ts'
import { focusFirstFault } from './focus-fault.ts'
import { findConsole, requireConsoleSession } from './guard.ts'
import type { Role } from './session.ts'
import { renderConsolePage, type FormFailure } from './visit.ts'

/** Fields of this length, or with a line break, are treated as written text worth keeping. */
const WRITTEN_LENGTH = 20

export const OUR_FIELDS: ReadonlySet<string> = new Set(['form_token', 'form_id', 'form_page', 'form_after', 'code'])

/** Name prefix of fields with secrets, which are never sent back. */
export const SECRET_FIELD = 'secret_'

export type TypedForm = { action: string; fields: Readonly<Record<string, string>> }

/**
 * Reads the posted form's text fields, so that a refusal loses nothing. Form token, second-factor code and secrets are left
 * out, because none of them may be sent back.
 * @returns null if another site posted the form, if it is a sign-in form, or if its body was too large
 */
export async function readTypedForm(c: HttpContext): Promise<TypedForm | null> {
	if (c.req.method !== 'POST' || c.req.header('origin') !== c.var.ctx.config.siteUrl) return null
	if (c.error instanceof ServiceError && c.error.kind === 'too-large') return null
	const { pathname, search } = new URL(c.req.url)
	if (pathname === consolePaths.signIn || pathname === consolePaths.secondFactor) return null
	const sent = await c.req.parseBody().catch(() => ({}))
	const fields = Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
	return {
		action: pathname + search,
		fields: Object.fromEntries(
			fields.filter(([name]) => name !== 'form_token' && name !== 'form_after' && name !== 'code' && !name.startsWith(SECRET_FIELD)),
		),
	}
}

export const listLongTexts = ({ fields }: TypedForm): [name: string, text: string][] =>
	Object.entries(fields).filter(([name, text]) => !OUR_FIELDS.has(name) && (text.length > WRITTEN_LENGTH || text.includes('\n')))

/** Describes a refused form. Form token and second-factor code are left out, because neither may be submitted twice. */
export async function findFailure(c: HttpContext, thrown: unknown): Promise<{ failure: FormFailure; status: number }> {
	const { error, message, status } = presentError(c, thrown)
	const typed = await readTypedForm(c)
	const known = error instanceof ServiceError ? error : null
	const failure = {
		form: typed?.fields.form_id ?? '',
		message,
		fields: known?.details.fields ?? {},
		typed: Object.fromEntries(Object.entries(typed?.fields ?? {}).filter(([name]) => !OUR_FIELDS.has(name))),
		code: known?.code ?? '',
		...(error instanceof FormRefused && { shown: error.shown }),
	}
	return { failure, status }
}

type Place = { path: string; role: Role }

/** Converts a path pattern such as `/admin/orders/:order` to a regular expression with a group for each parameter. */
const toExpression = (path: string) => new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

/**
 * Renders the page of a form posted without JavaScript, with its values and the reason for the refusal.
 * @returns null if the form wasn't on a page of the React app, or the session has ended
 */
export async function showFailedForm(c: HttpContext, error: unknown, pages: readonly Place[]): Promise<Response | null> {
	const typed = await readTypedForm(c)
	const from = URL.parse(typed?.fields.form_page ?? '', c.var.ctx.config.siteUrl)
	const place = from && pages.find(({ path }) => toExpression(path).test(from.pathname))
	if (!from || !place || (await findConsole(c))?.aal !== 'aal2') return null
	const opened = await requireConsoleSession(c, place.role).catch(() => null)
	if (opened === null || opened instanceof Response) return null
	const { failure, status } = await findFailure(c, error)
	const params = { ...toExpression(place.path).exec(from.pathname)?.groups }
	const answer = await renderConsolePage(c, {
		pattern: place.path,
		work: { ...opened, url: from, params },
		failure,
		instead: { url: from, status },
	})
	// The form may be gone from the page, for example because its object was deleted.
	const text = await answer.text()
	return text.includes(`value="${failure.form}"`) ? new Response(focusFirstFault(text), { status, headers: answer.headers }) : null
}
