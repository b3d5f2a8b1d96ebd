import { openHeadingFont } from '#content/heading-font.ts'
import type { Content } from '#content/load-content.server.ts'
import { HEADING_FONT_FILE, HeadingFontSchema } from '#content/schema/brand.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { cutFont } from './cut-font.ts'

const MAX_BYTES = 1_000_000

/** True for the heading font. Only an upload changes it: the server would otherwise decompress arbitrary data from a form. */
export const isFont = (file: string) => file === HEADING_FONT_FILE

/** Returns a sample of the font; `brand` if there is none or its file doesn't match the schema; null if it can't be read. */
export function presentFont({ site }: Content, text: string) {
	const parsed = HeadingFontSchema.safeParse(JSON.parse(text))
	try {
		const font = parsed.success ? openHeadingFont(parsed.data) : null
		if (!font) return 'brand' as const
		const { d, width } = font.read.outline(`${site.name}: 90 days`)
		const { name, ascent, descent } = font.read
		return { name, kilobytes: Math.ceil(font.bytes.length / 1000), d, viewBox: `0 ${-ascent} ${width} ${ascent + descent}` }
	} catch {
		// The list of errors explains the problem.
		return null
	}
}

const refuse = (problem: string) =>
	new ServiceError('unprocessable', 'font_unusable', 'This file was not saved.', { fields: { file: problem } })

/** @throws ServiceError font_unusable (422) with the reason at its field */
export async function readFontUpload(request: ConsoleActionRequest): Promise<string> {
	const { file } = await request.c.req.parseBody()
	if (!(file instanceof File) || file.size === 0) throw refuse('Please choose a file that is not empty.')
	if (file.size > MAX_BYTES) throw refuse('It has more than 1 MB. Give one with a single weight, or with fewer languages.')
	const cut = await cutFont(new Uint8Array(await file.arrayBuffer()))
	if (!cut.ok) throw refuse(cut.problem)
	const parsed = HeadingFontSchema.safeParse({ font: { name: cut.name, data: cut.data } })
	if (!parsed.success) throw refuse('Its Latin letters alone have more than 100 kB: a page would wait too long for it.')
	return `${JSON.stringify(parsed.data, null, '\t')}\n`
}
