import { isJson } from '#content/check-file.ts'
import { HEADING_FONT_FILE } from '#content/schema/brand.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { requireFile } from '#server/console/content/files.ts'
import { withQuery } from '#server/console/content/frame-page.ts'
import { drawFontSample } from '#server/console/content/heading-font.ts'
import { isObject, type Json } from '#server/console/content/read-form.ts'
import { readNewestAndLive, versionText } from '#server/console/content/versions.ts'
import { readLogos } from '#server/console/media/logo.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'

const SITE_FILE = 'site.json'

/** Returns the academy's name in the newest draft, which the preview shows, too; null if that isn't readable. */
async function readNewestName({ db }: ConsoleRequest['ctx']): Promise<string | null> {
	const text = versionText((await readNewestAndLive(db, SITE_FILE)).newest, requireFile(SITE_FILE))
	const site = isJson(text) ? (JSON.parse(text) as Json) : null
	return isObject(site) && typeof site.name === 'string' ? site.name : null
}

/** Reads what the brand page shows in addition to its forms: the uploaded files, and the frame of its preview. */
export async function readBrand(request: ConsoleRequest) {
	const { ctx } = request
	const file = requireFile(HEADING_FONT_FILE)
	const { newest } = await readNewestAndLive(ctx.db, HEADING_FONT_FILE)
	const text = versionText(newest, file)
	return {
		name: (await readNewestName(ctx)) ?? ctx.content.site.name,
		logos: await readLogos(request),
		font: {
			path: HEADING_FONT_FILE,
			base: newest?.id ?? '',
			isDraft: newest !== null && newest.published_at === null,
			isOwn: text !== file.origin,
			sample: drawFontSample(ctx.content, text),
		},
		home: withQuery(`${consolePaths.contentSiteFiles}/`, { mode: 'look', drafts: 'all' }),
		icon: `${consolePaths.contentSiteFiles}/favicon.svg`,
	}
}
