import type { Content } from '#content/load-content.server.ts'
import { readLogoPicture } from '#content/schema/logo.ts'
import type { InlinePicture } from '#server/adapters/email/port.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { readMailCopy } from '#server/services/platform/media/mail-copy.ts'

/** Name of the academy's logo. Other pictures are named by the ID of their file in the media library. */
export const LOGO_NAME = 'logo'

/** Returns the URL of a picture that is embedded in the email. */
export const inlineAddress = (name: string) => `cid:${name}@inline`

const IN_HTML = /src="cid:([\w-]+)@inline"/g

/** Maximum pictures kept in memory: they never change, and all readers of a newsletter get the same ones. */
const MAX_CACHED = 12
const cache = new Map<string, InlinePicture>()

type Source = Pick<ServiceContext, 'db' | 'log' | 'uploads'>

async function readPicture(ctx: Source, name: string): Promise<InlinePicture | null> {
	const known = cache.get(name)
	if (known) return known
	const copy = await readMailCopy(ctx, name)
	if (!copy) return null
	const picture = { id: `${name}@inline`, fileName: 'picture.jpg', ...copy }
	cache.set(name, picture)
	const [oldest] = cache.keys()
	if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
	return picture
}

function readLogo({ logo }: Content): InlinePicture | null {
	const picture = readLogoPicture(logo)
	return picture && { id: `${LOGO_NAME}@inline`, fileName: 'logo.png', contentType: 'image/png', bytes: Buffer.from(picture.png, 'base64') }
}

/** Reads the pictures to embed in an email. Deleted ones are omitted: the email then shows their alternative text. */
export async function readInlinePictures(ctx: Source & Pick<ServiceContext, 'content'>, html: string): Promise<InlinePicture[]> {
	const names = [...new Set([...html.matchAll(IN_HTML)].map(([, name = '']) => name))]
	const pictures: InlinePicture[] = []
	for (const name of names) {
		const picture = name === LOGO_NAME ? readLogo(ctx.content) : await readPicture(ctx, name)
		if (picture) pictures.push(picture)
	}
	return pictures
}

/**
 * Returns an email's HTML for an iframe, which can't show embedded pictures.
 * @param addresses URLs of the media files, by ID
 */
export function toFrameHtml({ logo }: Content, html: string, addresses: ReadonlyMap<string, string> = new Map()): string {
	const picture = readLogoPicture(logo)
	return html.replaceAll(IN_HTML, (_, name: string) =>
		name === LOGO_NAME ? `src="data:image/png;base64,${picture?.png ?? ''}"` : `src="${addresses.get(name) ?? ''}"`,
	)
}
