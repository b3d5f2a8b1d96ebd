import { html } from 'hono/html'

import { openHeadingFont } from '#content/heading-font.ts'
import type { Content } from '#content/load-content.server.ts'
import { HEADING_FONT_FILE, HeadingFontSchema } from '#content/schema/heading-font.ts'
import type { Html } from '#server/console/shell/page.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'

import { cutFont } from './cut-font.ts'

const MOST_BYTES = 1_000_000

/** Words in the font, drawn as shapes; empty for a text that holds none. */
function presentFont(content: Content, text: string): Html {
	const parsed = HeadingFontSchema.safeParse(JSON.parse(text))
	try {
		const font = parsed.success ? openHeadingFont(parsed.data) : null
		if (!font) return html`<p class="empty">Headings are set in the font of the brand.</p>`
		const line = font.read.outline(`${content.site.name}: 90 days`)
		return html`<p>
				Headings are set in <strong>${font.read.name}</strong>, ${Math.ceil(font.bytes.length / 1000)} kB that a visitor loads once.
			</p>
			<svg
				class="sample"
				viewBox="0 ${-font.read.ascent} ${line.width} ${font.read.ascent + font.read.descent}"
				role="img"
				aria-label="The name of the content.site in this font"
			>
				<path d="${line.d}" fill="currentColor" />
			</svg>`
	} catch {
		// What is wrong with it stands above.
		return html``
	}
}

type Shown = { text: string; base: string; problem?: string | undefined }

/** The font of headings: what it is, and a form for another one. */
export const fontFields = (work: Work, { text, base, problem }: Shown): Html =>
	html`${presentFont(work.ctx.content, text)}
		<form method="post" action="${places.contentFile}" enctype="multipart/form-data" class="act">
			<input type="hidden" name="form_token" value="${work.by.formToken}" />
			<input type="hidden" name="path" value="${HEADING_FONT_FILE}" />
			<input type="hidden" name="base" value="${base}" />
			<div class="field">
				<label for="font-file">A font for headings, from a file</label>
				<small id="font-hint"
					>TTF, OTF or WOFF2, 1 MB at most, best a bold one. Pages load its Latin letters in one weight; a letter that it lacks comes from
					the font of the brand. Your license has to allow its use on a website.</small
				>
				<input
					id="font-file"
					name="file"
					type="file"
					accept=".ttf,.otf,.woff2"
					required
					${problem === undefined ? '' : html`aria-invalid="true"`}
					aria-describedby="${problem === undefined ? '' : 'font-fault '}font-hint"
				/>
				${problem === undefined ? '' : html`<p class="fault" id="font-fault">${problem}</p>`}
			</div>
			<button class="main">Save as a draft</button>
		</form>`

/** The file that was given, as the text of its content file; or why it cannot be used. */
export async function readFontUpload(work: Work): Promise<{ text: string } | { problem: string }> {
	const { file } = await work.c.req.parseBody()
	if (!(file instanceof File) || file.size === 0) return { problem: 'Please choose a file that is not empty.' }
	if (file.size > MOST_BYTES) return { problem: 'It has more than 1 MB. Give one with a single weight, or with fewer languages.' }
	const cut = await cutFont(new Uint8Array(await file.arrayBuffer()))
	if (!cut.ok) return { problem: cut.problem }
	const parsed = HeadingFontSchema.safeParse({ font: { name: cut.name, data: cut.data } })
	if (!parsed.success) return { problem: 'Its Latin letters alone have more than 100 kB: a page would wait too long for it.' }
	return { text: `${JSON.stringify(parsed.data, null, '\t')}\n` }
}
