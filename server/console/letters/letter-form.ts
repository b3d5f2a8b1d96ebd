import { html } from 'hono/html'

import type { Content } from '#content/load-content.server.ts'
import type { Html } from '#server/console/shell/page.ts'
import type { Work } from '#server/console/shell/work.ts'
import { readSegment, segmentFields, type SegmentWords } from '#server/console/subscribers/asked-segment.ts'
import { BODY_LENGTH, SUBJECT_LENGTH, type Typed } from '#server/services/people/letters/letters.ts'

export type TypedLetter = Typed & { segment: SegmentWords }

/** What was typed; a segment that is none of the choices does not count. */
export async function readTyped(
	content: Content,
	{ subject = '', body = '', ...fields }: Readonly<Record<string, string>>,
): Promise<TypedLetter> {
	const { words } = await readSegment(content, (name) => fields[name])
	return { subject, body, segment: words }
}

type Form = { action: string; typed: TypedLetter; seen?: string | undefined; problem?: string | undefined }

/** The form in which a letter is written. */
export const writeForm = async (content: Content, { by }: Work, { action, typed, seen, problem }: Form): Promise<Html> =>
	html`${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
		<form method="post" action="${action}" class="act">
			<input type="hidden" name="form_token" value="${by.formToken}" />
			${seen === undefined ? '' : html`<input type="hidden" name="seen" value="${seen}" />`}
			<div class="field">
				<label for="letter-subject">Subject</label>
				<input id="letter-subject" name="subject" value="${typed.subject}" maxlength="${SUBJECT_LENGTH}" required />
			</div>
			<div class="field">
				<label for="letter-body">Text</label>
				<textarea id="letter-body" name="body" rows="16" maxlength="${BODY_LENGTH}" required aria-describedby="letter-body-hint">
${typed.body}</textarea>
				<small id="letter-body-hint">
					Markdown: paragraphs, headings, lists, quotes, bold, italics, links. A link may begin with / for a page of the site. The link that
					ends the newsletter is added below.
				</small>
			</div>
			<fieldset>
				<legend>Who gets it</legend>
				<div class="choices">${await segmentFields(content, typed.segment)}</div>
			</fieldset>
			<button class="main">Save</button>
		</form>`
