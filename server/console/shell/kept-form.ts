import { consolePaths } from '#contracts/console-paths.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'

/** Fields of this length, or with a line break, are treated as written text worth keeping. */
const WRITTEN_LENGTH = 20

export const OUR_FIELDS: ReadonlySet<string> = new Set(['form_token', 'form_id', 'form_page', 'form_after', 'code'])

/** Name prefix of fields with secrets, which are never sent back. */
export const SECRET_FIELD = 'secret_'

export type TypedForm = { action: string; fields: Readonly<Record<string, string>> }

/**
 * Reads the posted form's text fields, so that a refusal loses nothing. Form token, second-factor code and secrets are left out,
 * because none of them may be sent back.
 * @returns null unless it is a form of our own site, for sign-in forms, and for a body refused for its size
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

export const listWritten = ({ fields }: TypedForm): [name: string, text: string][] =>
	Object.entries(fields).filter(([name, text]) => !OUR_FIELDS.has(name) && (text.length > WRITTEN_LENGTH || text.includes('\n')))
