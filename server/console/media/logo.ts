import { isWideLogo, logoParts, logoRatio } from '#content/logo.ts'
import { checkLogo, DARK_LOGO_FILE, LOGO_FILE, printLogoPicture } from '#content/schema/logo.ts'
import { fileAddress } from '#contracts/console-paths.ts'
import { isPicture, PICTURE_FORMATS } from '#domain/media/sniff-media.ts'
import { type ContentFile, requireFile } from '#server/console/content/files.ts'
import { readNewestAndLive, saveDraft, versionText, logSaved } from '#server/console/content/versions.ts'
import type { ConsoleActionRequest, ConsoleRequest, Fields } from '#server/console/shell/console-request.ts'
import { runAction } from '#server/console/shell/run-action.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { withUpload } from './media-actions.ts'
import { convertToLogo } from './read-picture.ts'
import { type ReceivedFile, refuseFile } from './receive-upload.ts'

/** Data to show a logo in the console; null if the logo is invalid. */
const toShown = (text: string) =>
	checkLogo(text).length > 0 ? null : { ...logoParts(text), ratio: logoRatio(text), isWide: isWideLogo(text) }

const fileOf = ({ dark }: Fields) => requireFile(dark === 'yes' ? DARK_LOGO_FILE : LOGO_FILE)

/** Reads the newest version of both logos, published or not. */
export const readLogos = async ({ ctx }: ConsoleRequest) =>
	Promise.all(
		[LOGO_FILE, DARK_LOGO_FILE].map(async (path) => {
			const file = requireFile(path)
			const { newest } = await readNewestAndLive(ctx.db, path)
			const text = versionText(newest, file)
			return {
				path,
				isDark: path === DARK_LOGO_FILE,
				base: newest?.id ?? '',
				isDraft: newest !== null && newest.published_at === null,
				/** Null if there is no logo for dark mode, or if the logo is invalid. */
				logo: toShown(text),
				isOwn: text !== file.origin,
			}
		}),
	)

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

async function saveLogo(request: ConsoleActionRequest, file: ContentFile, text: string): Promise<Response> {
	const { ctx, by, c } = request
	const { newest } = await readNewestAndLive(ctx.db, file.path)
	const outcome = await saveDraft(ctx, { file, text, authorId: by.userId }, newest?.id ?? '')
	if ('theirs' in outcome) throw new ServiceError('conflict', 'content_changed', 'Someone changed the logo in the meantime. Try again.')
	if (outcome.saved) await logSaved(request, outcome.saved, newest?.id)
	return c.redirect(`${fileAddress(file.path)}&notice=${outcome.saved ? 'content-saved' : 'content-unchanged'}`, 303)
}

export const uploadLogo = (request: ConsoleActionRequest): Promise<Response> =>
	withUpload(request, async (file, fields) => {
		const text = await toLogoText(file)
		return runAction(request, (inside) => saveLogo(inside, fileOf(fields), text))
	})

/** Saves the shipped logo as a draft, or removes the one for dark mode. */
export function resetLogo(request: ConsoleActionRequest, fields: Fields): Promise<Response> {
	const file = fileOf(fields)
	return saveLogo(request, file, file.origin)
}
