import { consolePaths } from '#contracts/console-paths.ts'
import type { HttpContext } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'

/** From this length, or with a line break, a field is shown as written text rather than a choice. */
const WRITTEN_LENGTH = 20

/** Fields that forms of the console carry for themselves. */
export const OUR_FIELDS: ReadonlySet<string> = new Set(['form_token', 'form_id', 'form_page', 'form_after', 'code'])

/** Fields with secrets have names that begin with it: they are never sent back. */
export const SECRET_FIELD = 'secret_'

export type TypedForm = { action: string; fields: Readonly<Record<string, string>> }

/**
 * Text fields of the posted form, so that a refusal loses nothing. The token and the code are left out: neither may be sent twice.
 * @returns null for anything but a form of our own site, for those of the sign-in, and for a body that was refused for its length
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
