/** Runs in a worker thread: a picture made to crash the decoder or exhaust the memory can't stop the server. */
import sharp, { type OutputInfo } from 'sharp'

import { LOGO_RATIO, LOGO_SIDE } from '#content/schema/logo.ts'
import { smallerWidths } from '#domain/media/media-address.ts'

import type { LogoPng, ReadPicture } from './read-picture.ts'

/** Maximum pixels of a picture. Phones take pictures of up to 50 megapixels, and each pixel takes four bytes of memory. */
const MAX_PIXELS = 64_000_000
const MAX_SIDE = 2400
const LIMIT_SECONDS = 30
const QUALITY = 82
const MAX_MARK_BYTES = 44_000
/** Numbers of colors, tried in order until a photo is small enough; two colors always are. */
const COLORS = [256, 64, 16, 4, 2]

// Allow only the formats that the first bytes were checked for: libvips also decodes PDF, SVG, TIFF and ImageMagick's formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
	operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'],
})
sharp.cache(false)
sharp.concurrency(1)

const INPUT = { limitInputPixels: MAX_PIXELS, pages: 1, sequentialRead: true } as const

const TOO_MANY_PIXELS: ReadPicture = { ok: false, problem: 'This picture has too many pixels. Up to 64 megapixels can be uploaded.' }
const DAMAGED: ReadPicture = { ok: false, problem: 'This picture can’t be read: the file is damaged or cut off.' }

async function decode(bytes: Uint8Array) {
	const { width, height } = await sharp(bytes, INPUT).metadata()
	if (width * height > MAX_PIXELS) return null
	// Upright, in sRGB, without metadata; only the first frame of an animation.
	return sharp(bytes, INPUT)
		.autoOrient()
		.resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
		.toColorspace('srgb')
		.timeout({ seconds: LIMIT_SECONDS })
		.raw({ depth: 'uchar' })
		.toBuffer({ resolveWithObject: true })
}

async function encode(data: Buffer, raw: OutputInfo, width: number): Promise<Uint8Array> {
	const { channels, height } = raw
	const written = await sharp(data, { raw: { width: raw.width, height, channels } })
		.resize({ width })
		.timeout({ seconds: LIMIT_SECONDS })
		.webp({ quality: QUALITY })
		.toBuffer()
	// Copy the bytes: transferring a pooled buffer would transfer its whole pool.
	return Uint8Array.from(written)
}

async function readWhole(bytes: Uint8Array): Promise<ReadPicture> {
	const decoded = await decode(bytes)
	if (!decoded) return TOO_MANY_PIXELS
	const { data, info } = decoded
	const files: { variant: number; bytes: Uint8Array }[] = [{ variant: 0, bytes: await encode(data, info, info.width) }]
	for (const width of smallerWidths(info.width)) files.push({ variant: width, bytes: await encode(data, info, width) })
	return { ok: true, width: info.width, height: info.height, files }
}

export const readPicture = (bytes: Uint8Array): Promise<ReadPicture> =>
	readWhole(bytes).catch((error: unknown) => (/pixel limit/.test(String(error)) ? TOO_MANY_PIXELS : DAMAGED))

/** Nearly twice the width of an email's text, for high-resolution screens. */
const MAIL_WIDTH = 960
/** Background of emails (mail-layout.ts). */
const MAIL_GROUND = '#fcf8ee'

/** Converts a picture from the media library to a JPEG, which every mail program shows. Null if it can't be decoded. */
export const convertForMail = (bytes: Uint8Array): Promise<Uint8Array | null> =>
	sharp(bytes, INPUT)
		.resize({ width: MAIL_WIDTH, withoutEnlargement: true })
		.flatten({ background: MAIL_GROUND })
		.timeout({ seconds: LIMIT_SECONDS })
		.jpeg({ quality: 80, mozjpeg: true })
		.toBuffer()
		.then((written) => Uint8Array.from(written))
		.catch(() => null)

/** Removes a PNG's metadata, for the content file of a logo. */
const withoutMetadata = (png: Buffer): Uint8Array => {
	const kept = [png.subarray(0, 8)]
	for (let at = 8; at < png.length;) {
		const end = at + 12 + png.readUInt32BE(at)
		if (/^(?:IHDR|PLTE|tRNS|IDAT|IEND)$/.test(png.toString('latin1', at + 4, at + 8))) kept.push(png.subarray(at, end))
		at = end
	}
	return Uint8Array.from(Buffer.concat(kept))
}

const drawMark = async (bytes: Uint8Array, width: number, colors: number) =>
	withoutMetadata(
		await sharp(bytes, INPUT)
			.autoOrient()
			.resize({ width, height: LOGO_SIDE, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
			.toColorspace('srgb')
			.timeout({ seconds: LIMIT_SECONDS })
			.png({ palette: true, colors, compressionLevel: 9, effort: 10 })
			.toBuffer(),
	)

/**
 * Converts a picture to a PNG with few colors, padded with transparency if it is too tall or too wide. Null if it can't be
 * decoded, has too many pixels, or can't be made small enough.
 */
export async function convertToLogo(bytes: Uint8Array): Promise<LogoPng | null> {
	try {
		const { width: total, height: rows, autoOrient } = await sharp(bytes, INPUT).metadata()
		if (total * rows > MAX_PIXELS) return null
		const ratio = autoOrient.width / autoOrient.height
		const width = Math.round(LOGO_SIDE * Math.min(LOGO_RATIO, Math.max(1, ratio)))
		for (const colors of COLORS) {
			const png = await drawMark(bytes, width, colors)
			if (png.length <= MAX_MARK_BYTES) return { width, png }
		}
		return null
	} catch {
		return null
	}
}
