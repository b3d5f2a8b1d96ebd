import { consolePaths } from '#contracts/console-paths.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { presentError } from '#server/http/react/answer-by-react.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { listLongTexts, readTypedForm } from './failed-form.ts'
import { findConsole, renderEntryPage } from './guard.ts'
import { linkOfError } from './linked-error.ts'
import { OUTCOME_UNKNOWN } from './run-action.ts'
import type { KeptForm } from './visit.ts'

/** Returns the console page that the request came from; the start page if it came from elsewhere. */
function findBack(c: HttpContext): string {
	const from = URL.parse(c.req.header('referer') ?? '')
	return from?.origin === c.var.ctx.config.siteUrl && from.pathname.startsWith(consolePaths.root)
		? from.pathname + from.search
		: consolePaths.root
}

/** Returns the refused form, so it can be submitted again without retyping. Null without a form, or if the outcome is unknown. */
async function keepForm(c: HttpContext, code: string): Promise<KeptForm | null> {
	const typed = code === OUTCOME_UNKNOWN ? null : await readTypedForm(c)
	if (!typed) return null
	const session = await findConsole(c).catch(() => null)
	return { ...typed, written: listLongTexts(typed), code, formToken: session?.aal === 'aal2' ? session.formToken : null }
}

/** Shows a refused request's error page. Falls back to plain text if even that page can't be rendered. */
export async function showProblem(c: HttpContext, thrown: unknown): Promise<Response> {
	const { error, message, status } = presentError(c, thrown)
	const code = error instanceof ServiceError ? error.code : ''
	try {
		const kept = await keepForm(c, code)
		return await renderEntryPage(
			c,
			{
				page: 'problem',
				message,
				isForbidden: code === 'console_forbidden' && kept === null,
				back: findBack(c),
				link: linkOfError(error),
				isOutcomeUnknown: code === OUTCOME_UNKNOWN,
				kept,
			},
			status,
		)
	} catch (unshown) {
		presentError(c, unshown)
		return c.text(`${message}\n`, status)
	}
}
