import { findExternalPictures, replaceExternalPicture } from '#content/find-external-pictures.ts'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { mediaAddress } from '#domain/media/media-address.ts'
import { isDownload, isVideo, MAX_PICTURE_BYTES } from '#domain/media/sniff-media.ts'
import { type ContentFile, listFiles, requireFile } from '#server/console/content/files.ts'
import { readNewestAndLive, saveDraft, versionText } from '#server/console/content/versions.ts'
import { type ConsoleActionRequest, type ConsoleRequest, recordAction } from '#server/console/shell/console-request.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { uploadFiles } from '#server/services/platform/media/bucket-files.ts'
import { storeMedia } from '#server/services/platform/media/store-media.ts'

import { type DecodedUpload, decodeUpload } from './decode-upload.ts'
import { requireAlt } from './media-actions.ts'
import { refuseFile, spoolFile } from './receive-upload.ts'
import { openSpool } from './spool.ts'

const MAX_REDIRECTS = 3
const TIMEOUT_MS = 20_000

async function listMarkdownTexts({ db }: Pick<ServiceContext, 'db'>): Promise<{ file: ContentFile; text: string }[]> {
	const versions = await db
		.selectFrom('content_versions')
		.distinctOn('path')
		.select(['path', 'body'])
		.orderBy('path')
		.orderBy('id', 'desc')
		.execute()
	const bodies = new Map(versions.map(({ path, body }) => [path, body]))
	return listFiles(Object.fromEntries(bodies)).flatMap((file) =>
		file.path.endsWith('.md') ? [{ file, text: bodies.get(file.path) ?? file.origin }] : [],
	)
}

/** Lists the pictures that texts embed from other sites, which the content security policy blocks. */
export async function readExternalPictures({ ctx }: ConsoleRequest) {
	const texts = await listMarkdownTexts(ctx)
	return {
		pictures: texts.flatMap(({ file: { path, title }, text }) => {
			const own = new Map(findExternalPictures(text).map((picture) => [picture.url, picture]))
			return [...own.values()].map(({ url, alt }) => ({ path, title, href: fileAddress(path), url, alt }))
		}),
	}
}

const refuse = (message: string) => new ServiceError('unprocessable', 'import_failed', message, { fields: { url: message } })

/**
 * Downloads a picture. Follows redirects, but only to public addresses.
 * @throws ServiceError import_failed (422)
 */
async function fetchPicture({ fetchPublic }: ServiceContext, address: string): Promise<{ bytes: Uint8Array; fileName: string }> {
	let url = URL.parse(address.startsWith('//') ? `https:${address}` : address)
	for (let count = 0; url && count <= MAX_REDIRECTS; count += 1) {
		const answer = await fetchPublic(url.href, { maxBytes: MAX_PICTURE_BYTES, timeoutMs: TIMEOUT_MS }).catch(() => null)
		if (!answer)
			throw refuse('The other site didn’t answer, or its address can’t be reached from here. Download the picture and upload it.')
		const to = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
		if (to === null) {
			if (!answer.ok) throw refuse(`The other site responded with ${answer.status}. The picture may be gone.`)
			return { bytes: new Uint8Array(await answer.arrayBuffer()), fileName: url.pathname.split('/').at(-1) ?? '' }
		}
		url = URL.parse(to, url.href)
	}
	throw refuse('We couldn’t find a picture at this address. Download the picture and upload it.')
}

async function decodeFetched(ctx: ServiceContext, url: string): Promise<DecodedUpload> {
	const { bytes, fileName } = await fetchPicture(ctx, url)
	const spool = await openSpool(ctx.config.dataDir)
	try {
		const format = await spoolFile(
			(async function* () {
				yield bytes
			})(),
			spool,
			ctx.config.media.videoBytes,
		)
		if (isVideo(format) || isDownload(format)) throw refuseFile('unprocessable', 'This isn’t a picture. Download it and upload it.')
		// From here on, the picture is held in memory.
		return await decodeUpload({ fileName, format, spool })
	} finally {
		await spool.close()
	}
}

/** Copies a picture to the library and replaces it in a draft of the text. The download happens before the transaction. */
export async function importPicture(request: ConsoleActionRequest) {
	const sent = await request.c.req.parseBody()
	const read = (name: string) => (typeof sent[name] === 'string' ? sent[name] : '')
	const file = requireFile(read('path'))
	const url = read('url')
	const alt = requireAlt(read('alt'), true)
	const { newest } = await readNewestAndLive(request.ctx.db, file.path)
	// Only download pictures that the text contains.
	if (!findExternalPictures(versionText(newest, file)).some((picture) => picture.url === url))
		throw new ServiceError('conflict', 'picture_gone', 'This text no longer shows that picture.')
	const judged = await decodeFetched(request.ctx, url)
	const files = await uploadFiles(request.ctx, judged.files)

	return async (inside: ConsoleActionRequest) => {
		const { ctx, by, c } = inside
		const id = await storeMedia(ctx, { ...judged, files, alt, uploaderId: by.userId })
		const { newest: base } = await readNewestAndLive(ctx.db, file.path)
		const text = replaceExternalPicture(versionText(base, file), url, { url: mediaAddress({ id, name: judged.name }), alt })
		const outcome = await saveDraft(ctx, { file, text, authorId: by.userId }, base?.id ?? '')
		if ('theirs' in outcome) throw new ServiceError('conflict', 'content_changed', 'Someone saved this text in the meantime. Try again.')
		await recordAction(inside, ctx.db, {
			action: 'picture_imported',
			object: { kind: 'media', id },
			after: { file: file.path, name: judged.name },
		})
		return c.redirect(`${consolePaths.mediaImport}?notice=picture-imported`, 303)
	}
}
