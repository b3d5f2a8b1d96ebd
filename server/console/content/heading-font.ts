import { openHeadingFont } from '#content/heading-font.ts'
import type { Content } from '#content/load-content.server.ts'
import { HEADING_FONT_FILE, HeadingFontSchema } from '#content/schema/brand.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { subsetFont } from './subset-font.ts'

const MAX_BYTES = 1_000_000

/** True for the file of the heading font. It can only be uploaded: with a form, the server would have to decompress arbitrary data. */
export const isHeadingFontFile = (file: string) => file === HEADING_FONT_FILE

/** Returns a sample of the font; `brand` if there is none or the file doesn't match the schema; null if the font can't be read. */
export function drawFontSample({ site }: Content, text: string) {
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
	new ServiceError('unprocessable', 'font_unusable', 'This file wasn’t saved.', { fields: { file: problem } })

/** @throws ServiceError font_unusable (422), shown at the field */
export async function readFontUpload(request: ConsoleActionRequest): Promise<string> {
	const { file } = await request.c.req.parseBody()
	if (!(file instanceof File) || file.size === 0) throw refuse('Choose a file that isn’t empty.')
	if (file.size > MAX_BYTES) throw refuse('This file is larger than 1 MB. Upload a font with a single weight or fewer languages.')
	const cut = await subsetFont(new Uint8Array(await file.arrayBuffer()))
	if (!cut.ok) throw refuse(cut.problem)
	const parsed = HeadingFontSchema.safeParse({ font: { name: cut.name, data: cut.data } })
	if (!parsed.success)
		throw refuse('The Latin letters alone are larger than 100 kB, which would slow down every page. Upload a simpler font.')
	return `${JSON.stringify(parsed.data, null, '\t')}\n`
}
