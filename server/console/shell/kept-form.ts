import { html } from 'hono/html'

import type { HttpContext } from '#server/http/environment.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import type { Html } from './page.ts'
import { places } from './places.ts'

/** From this length, or with a line break, a field is shown as text that was written rather than chosen. */
const WRITTEN_LENGTH = 20

export type TypedForm = { action: string; fields: Readonly<Record<string, string>> }

/**
 * The text fields of the form that this request sent, so that a refusal loses nothing. The token and the code are left out:
 * neither may be sent twice.
 * @returns null for anything but a form of our own site, for those of the sign-in, and for a body that was refused for its length
 */
export async function readTypedForm(c: HttpContext): Promise<TypedForm | null> {
	if (c.req.method !== 'POST' || c.req.header('origin') !== c.var.ctx.config.siteUrl) return null
	if (c.error instanceof ServiceError && c.error.kind === 'too-large') return null
	const { pathname, search } = new URL(c.req.url)
	if (pathname === places.signIn || pathname === places.secondFactor) return null
	const sent = await c.req.parseBody().catch(() => ({}))
	const fields = Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
	return {
		action: pathname + search,
		fields: Object.fromEntries(fields.filter(([name]) => name !== 'form_token' && name !== 'form_after' && name !== 'code')),
	}
}

const isWritten = ([, value]: [string, string]) => value.length > WRITTEN_LENGTH || value.includes('\n')

const codeField = html`<div class="field">
	<label for="code">Code of your authenticator app</label>
	<input id="code" name="code" autocomplete="one-time-code" required maxlength="40" />
</div>`

/**
 * The same form once more.
 * @param formToken null while nobody is signed in
 * @param code why it was refused
 */
export function showTypedForm({ action, fields }: TypedForm, { formToken, code }: { formToken: string | null; code: string }): Html {
	return html`<form method="post" action="${action}" class="act">
		${formToken === null ? '' : html`<input type="hidden" name="form_token" value="${formToken}" />`}
		${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
		<input type="hidden" name="form_after" value="${code}" />
		${code === 'mfa_verification_failed' ? codeField : ''}
		<button class="main">Send again</button>
	</form>`
}

/** The longer texts of the form, to read and to copy. */
export const showTypedTexts = ({ fields }: TypedForm): Html =>
	html`${Object.entries(fields)
		.filter(isWritten)
		.map(
			([name, value], index) =>
				html`<div class="field wide">
					<label for="typed-${index}">What you typed (${name})</label>
					<textarea id="typed-${index}" rows="6" readonly>${value}</textarea>
				</div>`,
		)}`
