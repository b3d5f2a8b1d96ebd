import { isWideLogo, logoParts, logoRatio } from '#content/logo.ts'
import { checkLogo, LOGO_FILE, printLogoPicture } from '#content/schema/logo.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import { isPicture, PICTURE_FORMATS } from '#domain/media/sniff-media.ts'
import { requireFile } from '#server/console/content/files.ts'
import { readNewestAndLive, saveDraft, versionText, logSaved } from '#server/console/content/versions.ts'
import type { ConsoleActionRequest, ConsoleRequest } from '#server/console/shell/console-request.ts'
import { runAction } from '#server/console/shell/run-action.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { withUpload } from './media-actions.ts'
import { convertToLogo } from './read-picture.ts'
import { type ReceivedFile, refuseFile } from './receive-upload.ts'

/** Data to show a logo in the console; null if the logo is invalid. */
const toShown = (text: string) =>
	checkLogo(text).length > 0 ? null : { ...logoParts(text), ratio: logoRatio(text), isWide: isWideLogo(text) }

export async function readLogo({ ctx }: ConsoleRequest) {
	const file = requireFile(LOGO_FILE)
	const { newest } = await readNewestAndLive(ctx.db, LOGO_FILE)
	const isDraft = newest !== null && newest.published_at === null
	return {
		siteName: ctx.content.site.name,
		live: toShown(ctx.content.logo),
		draft: isDraft ? toShown(versionText(newest, file)) : null,
		isDraft,
		isOwn: versionText(newest, file) !== file.origin,
	}
}

/** @throws ServiceError media_refused (422) */
async function toLogoText({ format, spool }: ReceivedFile): Promise<string> {
	const bytes = await spool.read(0, spool.bytes())
	if (format === 'svg') {
		const text = `${new TextDecoder().decode(bytes).trim()}\n`
		const [issue] = checkLogo(text)
		if (issue)
			throw refuseFile('unprocessable', `This SVG can’t be used (line ${issue.line}: ${issue.message}). Upload it as a PNG instead.`)
		return text
	}
	if (!isPicture(format)) throw refuseFile('unprocessable', `Upload a picture: ${PICTURE_FORMATS}.`)
	const mark = await convertToLogo(bytes)
	if (!mark) throw refuseFile('unprocessable', 'This picture can’t be read: the file is damaged, or it has too many pixels.')
	return printLogoPicture(Buffer.from(mark.png).toString('base64'), mark.width)
}

async function saveLogo(request: ConsoleActionRequest, text: string): Promise<Response> {
	const { ctx, by, c } = request
	const file = requireFile(LOGO_FILE)
	const { newest } = await readNewestAndLive(ctx.db, LOGO_FILE)
	const outcome = await saveDraft(ctx, { file, text, authorId: by.userId }, newest?.id ?? '')
	if ('theirs' in outcome) throw new ServiceError('conflict', 'content_changed', 'Someone changed the logo in the meantime. Try again.')
	if (outcome.saved) await logSaved(request, outcome.saved, newest?.id)
	return c.redirect(`${consolePaths.logo}?notice=${outcome.saved ? 'content-saved' : 'content-unchanged'}`, 303)
}

export const uploadLogo = (request: ConsoleActionRequest): Promise<Response> =>
	withUpload(request, async (file) => {
		const text = await toLogoText(file)
		return runAction(request, (inside) => saveLogo(inside, text))
	})

/** Saves the shipped logo as a draft. */
export const resetLogo = (request: ConsoleActionRequest): Promise<Response> => saveLogo(request, requireFile(LOGO_FILE).origin)
